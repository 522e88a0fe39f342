package collect

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/registered"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// versions knows which versions of kinds are old: deprecated or removed by a
// release up to the target, or deprecated by the cluster's own word.
type versions struct {
	old map[discovery.GroupVersionKind]bool
	// live are those of them at which this cluster lets anyone write. An entry of
	// managedFields at a version that is gone is the trace of a manager that has
	// not written since; in the manifest of a Helm release such a version is in the
	// way of the next upgrade of it.
	live map[discovery.GroupVersionKind]bool
	// ending are the kinds of which a release on the way can read no object that is
	// stored now.
	ending map[registered.Kind]discovery.Release
	// kinds that have an old version, by resource and kind: Ingress went from one
	// group to another.
	kinds map[resourceKind]bool
	// own are the groups of Kubernetes.
	own map[string]bool
	// resources by old version, for manifests, which name kinds.
	resources map[discovery.GroupVersionKind]string
}

type resourceKind struct{ resource, kind string }

// releaseOf returns the cluster's release, or that of the options if the surface does not have it.
func releaseOf(s *discovery.Surface, o Options) discovery.Release {
	if s != nil && s.Release.Known() {
		return s.Release
	}
	return o.From
}

func kindAt(gv discovery.GroupVersion, kind string) discovery.GroupVersionKind {
	return discovery.GroupVersionKind{Group: gv.Group, Version: gv.Version, Kind: kind}
}

func newVersions(s *discovery.Surface, o Options) *versions {
	v := &versions{old: map[discovery.GroupVersionKind]bool{}, live: map[discovery.GroupVersionKind]bool{}, kinds: map[resourceKind]bool{}, own: map[string]bool{}, resources: map[discovery.GroupVersionKind]string{}}
	from := releaseOf(s, o)
	v.ending = unreadable(from, o.To)
	for l := range slice.Each(o.Lifecycles) {
		v.own[l.Group] = true
		v.resources[kindAt(l.GroupVersion, l.Kind)] = l.Resource
		if o.To.Known() && (l.DeprecatedIn(o.To) || l.Removed.AtOrBefore(o.To)) {
			v.old[kindAt(l.GroupVersion, l.Kind)] = true
			v.addLive(s, l, from)
		}
		if _, ending := v.ending[registered.Kind{Group: l.Group, Kind: l.Kind}]; ending && l.In(from) {
			v.kinds[resourceKind{l.Resource, l.Kind}] = true
		}
	}
	for gv, r := range s.EachResource() {
		if r.DeprecatedHere || o.Old != nil && o.Old(kindAt(gv, r.Kind)) {
			v.old[kindAt(gv, r.Kind)] = true
			v.live[kindAt(gv, r.Kind)] = true
			v.kinds[resourceKind{r.Name, r.Kind}] = true
		}
	}
	return v
}

// unreadable are the kinds of which one of the releases up to the target can read
// no object that is stored now. The table is the program's own; the check tells
// where it is broken.
func unreadable(from, to discovery.Release) map[registered.Kind]discovery.Release {
	table, err := registered.Known()
	if err != nil || !table.Covers(from) {
		return nil
	}
	return table.Unreadable(from, to)
}

// addLive adds an old version that the cluster serves. Where its release is not
// known that may be any since managedFields came (1.16).
func (v *versions) addLive(s *discovery.Surface, l *discovery.ResourceLifecycle, from discovery.Release) {
	if !from.Known() {
		from = discovery.Release{Major: 1, Minor: 15}
	}
	if l.Removed.AtOrBefore(from) && s.Resource(l.GroupVersion, l.Resource) == nil {
		return
	}
	v.live[kindAt(l.GroupVersion, l.Kind)] = true
	v.kinds[resourceKind{l.Resource, l.Kind}] = true
}

// watched: objects of the kind may have been written at an old version.
func (v *versions) watched(resource, kind string) bool { return v.kinds[resourceKind{resource, kind}] }

// served is a resource in the version in which it is listed.
type served struct {
	gv       discovery.GroupVersion
	resource *discovery.Resource
}

func (s served) key() evidence.Resource {
	return evidence.Resource{Group: s.gv.Group, Name: s.resource.Name}
}

func (s served) gvk() discovery.GroupVersionKind {
	return kindAt(s.gv, s.resource.Kind)
}

// path is that of all objects of the resource, or of a namespace.
func (s served) path(namespace string) string {
	base := "/apis/" + s.gv.String() + "/"
	if s.gv.Group == "" {
		base = "/api/" + s.gv.Version + "/"
	}
	base += phrase.With("namespaces/", namespace, "/")
	return base + s.resource.Name
}

// choose picks the version in which a resource is listed: one that is not old
// where there is one, for a request for an old one is counted and warned about;
// of Kubernetes' own the most stable, of others the one that the server prefers.
func (v *versions) choose(s *discovery.Surface, key evidence.Resource) (served, bool) {
	g := s.Group(key.Group)
	if g == nil {
		return served{}, false
	}
	var all []served
	for i := range g.Versions {
		gv := discovery.GroupVersion{Group: g.Name, Version: g.Versions[i].Name}
		if r := g.Versions[i].Resource(key.Name); r != nil && listable(r) {
			all = append(all, served{gv, r})
		}
	}
	if len(all) == 0 {
		return served{}, false
	}
	order.Stably(all, func(a, b served) int {
		c := cmp.Compare(rank(v.isOld(a)), rank(v.isOld(b)))
		if c == 0 && v.own[key.Group] {
			c = discovery.CompareVersion(a.gv.Version, b.gv.Version)
		}
		return c
	})
	return all[0], true
}

func (v *versions) isOld(s served) bool { return v.old[s.gvk()] }

func rank(last bool) int {
	if last {
		return 1
	}
	return 0
}

// listable: it can be listed; where the verbs are not known it may.
func listable(r *discovery.Resource) bool {
	if r.Disabled || !segment(r.Name) {
		return false
	}
	if len(r.Verbs) == 0 {
		return !asked(r.Kind)
	}
	return slices.Contains(r.Verbs, "list")
}

// asked: objects of the kind are questions to the server, which keeps none.
func asked(kind string) bool {
	return kind == "Binding" || strings.HasSuffix(kind, "Review")
}

// segment reports whether a name from the server can be one of a path.
func segment(name string) bool {
	return name != "" && name != "." && name != ".." && !strings.ContainsAny(name, "/?#%\\ \x00") && len(name) < 254
}

// moved reports whether the same objects are served in another group of
// Kubernetes, in a version that is not old: they are listed there.
func (v *versions) moved(s *discovery.Surface, here served) bool {
	if !v.own[here.gv.Group] || !v.isOld(here) {
		return false
	}
	for _, g := range s.Groups {
		if g.Name == here.gv.Group || !v.own[g.Name] {
			continue
		}
		there, has := v.choose(s, evidence.Resource{Group: g.Name, Name: here.resource.Name})
		if has && there.resource.Kind == here.resource.Kind && !v.isOld(there) {
			return true
		}
	}
	return false
}
