package union

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Union is the targets that surfaces give together.
type Union struct {
	// Targets are what objects are checked against, one after the other. Each has Kubernetes' own
	// APIs from one release or server, and all other APIs from all surfaces.
	Targets []*discovery.Surface
	// Names are the names of the release or server of each target.
	Names []string
	// Members are the surfaces, without the incomplete parts that are not used.
	Members []*discovery.Surface
	// Notes say where surfaces differ, and which one is used.
	Notes []string
}

// Of merges surfaces. own lists the groups of Kubernetes itself: they are taken from each release
// among the surfaces, or from each server if there is no release. Of other resources, the first
// definition is used, and the notes say so.
func Of(surfaces []*discovery.Surface, own []discovery.Extent) Union {
	var named []*discovery.Surface
	for _, s := range surfaces {
		if !slices.ContainsFunc(named, func(n *discovery.Surface) bool { return n.Name == s.Name }) {
			named = append(named, s)
		}
	}
	bases := basesOf(named)
	if len(named) == 1 || len(bases) == len(named) && !slices.ContainsFunc(named, func(s *discovery.Surface) bool { return !release(s) }) {
		return Union{Targets: named, Members: named, Names: slice.Map(named, Spoken)}
	}
	groups := map[string]bool{}
	for _, e := range own {
		groups[e.Group] = true
	}
	u := Union{}
	for _, s := range named {
		if len(bases) > 0 && !slices.Contains(bases, s) {
			s = used(s, groups)
		}
		u.Members = append(u.Members, s)
	}
	for _, base := range bases {
		j := newJoin(base, named, groups)
		u.Targets, u.Names = append(u.Targets, &j.out), append(u.Names, Spoken(base))
		u.Notes = j.notes()
	}
	if len(bases) == 0 {
		j := newJoin(nil, named, groups)
		u.Targets, u.Notes = []*discovery.Surface{&j.out}, j.notes()
		u.Names = []string{u.Targets[0].Name}
	}
	return u
}

// basesOf returns the surfaces from which Kubernetes' own APIs are taken.
func basesOf(named []*discovery.Surface) (bases []*discovery.Surface) {
	for _, tells := range []func(*discovery.Surface) bool{release, whole} {
		if bases = slice.Filter(named, tells); bases != nil {
			return bases
		}
	}
	return nil
}

// whole reports whether the surface covers all of Kubernetes.
func whole(s *discovery.Surface) bool {
	return s.Speaks(discovery.GroupVersion{Version: "v1"}, "pods")
}

// release reports whether the surface covers all of Kubernetes, and nothing else. A server also
// covers custom resources.
func release(s *discovery.Surface) bool { return s.Only != nil && whole(s) }

// used returns a surface without the incomplete parts of groups that are taken from another one.
func used(s *discovery.Surface, own map[string]bool) *discovery.Surface {
	out := *s
	out.Incomplete = slices.DeleteFunc(slices.Clone(s.Incomplete), func(i discovery.Incomplete) bool {
		return own[i.GroupVersion.Group] && !file(s, i)
	})
	return &out
}

// file reports whether the entry is a file of definitions, whose group is unknown.
func file(s *discovery.Surface, i discovery.Incomplete) bool {
	return s.Source == discovery.SourceCRD && i.GroupVersion.Group == ""
}

// Name returns the name of all members: "Kubernetes 1.36 with ./crds and context:prod".
func (u Union) Name() string {
	bases := basesOf(u.Members)
	var first, others []string
	for i, m := range u.Members {
		if slices.ContainsFunc(bases, func(b *discovery.Surface) bool { return b.Name == m.Name }) {
			first = append(first, Spoken(u.Members[i]))
		} else {
			others = append(others, Spoken(u.Members[i]))
		}
	}
	return with(first, others)
}

func with(first, others []string) string {
	if len(first) == 0 || len(others) == 0 {
		return listed(append(first, others...))
	}
	return listed(first) + " with " + listed(others)
}

// Spoken returns the name of a surface for a sentence.
func Spoken(s *discovery.Surface) string {
	if s.Source == discovery.SourceCatalog {
		return "Kubernetes " + s.Name
	}
	return s.Name
}

func listed(names []string) string { return phrase.List(names, " and ") }
