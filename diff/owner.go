package diff

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// fields visits every place of every schema that differs. Kinds that are off by default, and not in
// the view, are not listed in Reaches.
func fields(s rule.Surfaces, v view, visit func(rule.Field)) {
	for _, pair := range unservedPairs(s) {
		if pair.old != nil && pair.new != nil {
			walk(rule.Field{Owner: pair.owner, Old: pair.old, New: pair.new}, visit)
		}
	}
	changed := schemaPairs(s.Old, s.New)
	if len(changed) == 0 {
		return
	}
	oldGraph, newGraph := newGraph(s.Old, v.old), newGraph(s.New, v.new)
	for _, pair := range changed {
		if unreadable(s.Old, pair.gv) || unreadable(s.New, pair.gv) {
			continue
		}
		o := ownerOf(s, pair, oldGraph, newGraph)
		walk(rule.Field{Owner: o, Old: pair.old, New: pair.new}, visit)
	}
}

func unreadable(s *discovery.Surface, gv discovery.GroupVersion) bool {
	if gv == (discovery.GroupVersion{}) {
		return false
	}
	_, unknown := s.Unknown(gv, discovery.PartSchemas)
	return unknown
}

// ownerOf describes the use of a schema on both sides: the kinds that contain it, their stability,
// and who writes it.
func ownerOf(s rule.Surfaces, pair schemaPair, oldGraph, newGraph *graph) rule.Owner {
	o := rule.Owner{Surfaces: s, Name: pair.name}
	was, is := oldGraph.to(pair.was), newGraph.to(pair.name)
	if pair.was != pair.name {
		was, is = inBoth(was, is), inBoth(is, was)
	}
	o.GroupVersion, _ = declaredIn(pair.name, s.New)
	for _, r := range append(was, is...) {
		o.ServedByDefault = o.ServedByDefault || !r.disabled
		if track := discovery.StabilityOf(r.gv.Version); track.MoreStableThan(o.Track) {
			o.Track = track
		}
		if r.path == "" {
			o.GroupVersion, o.Kind, o.Resource = r.gv, r.kind, r.resource
			// The schema of a custom resource contains everything that the server validates. Code
			// validates what it refers to (ObjectMeta).
			o.Enforced = o.Enforced || r.enforced
		}
	}
	if len(was) == 0 && len(is) == 0 {
		o.ServedByDefault = everyServer(pair.name, oldGraph, newGraph)
		o.Track = discovery.StabilityOf(o.GroupVersion.Version)
		if o.Track == discovery.StabilityUnknown {
			o.Track = discovery.Stable
		}
	}
	o.StatusOnly = statusOnly(oldGraph, pair.was) && statusOnly(newGraph, pair.name)
	o.Reaches = func(path string) []rule.Reach { return reaches(is, was, path) }
	return o
}

// everyServer reports whether a schema that no kind contains belongs to requests and responses of
// every server. The exception is the list of a kind that is off by default.
func everyServer(name string, old, new *graph) bool {
	kind := strings.TrimSuffix(name, "List")
	roots := slices.Concat(old.roots[kind], new.roots[kind])
	return len(roots) == 0 || slices.ContainsFunc(roots, func(r root) bool { return !r.disabled })
}

func statusOnly(g *graph, name string) bool { return g.fromStatus[name] && !g.fromSpec[name] }

// inBoth returns the reaches of kinds that others have, too.
func inBoth(reaches, others []reach) []reach {
	kindOf := func(r reach) discovery.GroupVersionKind { return r.gv.WithKind(r.kind) }
	kinds := slice.Set(slice.Map(others, kindOf))
	return slice.Filter(reaches, func(r reach) bool { return kinds[kindOf(r)] })
}

// reaches returns the kinds of the new side, and those that only the old side has.
func reaches(is, was []reach, path string) (out []rule.Reach) {
	seen := map[discovery.GroupVersionKind]bool{}
	for _, r := range slices.Concat(is, was) {
		kind := r.gv.WithKind(r.kind)
		if !seen[kind] && !r.hidden {
			seen[kind] = true
			out = append(out, rule.Reach{GroupVersionKind: kind, Path: join(r.path, path)})
		}
	}
	return out
}

// declaredIn finds the group-version in the name of a schema. The version is the second last
// segment, and the segment before it is the first label of the group's name
// (io.k8s.api.batch.v1.JobSpec); "core" is the core group.
func declaredIn(name string, s *discovery.Surface) (discovery.GroupVersion, bool) {
	seg := strings.Split(name, ".")
	if len(seg) < 3 || discovery.StabilityOf(seg[len(seg)-2]) == discovery.StabilityUnknown {
		return discovery.GroupVersion{}, false
	}
	version, label := seg[len(seg)-2], seg[len(seg)-3]
	if label == "core" {
		return discovery.GroupVersion{Version: version}, true
	}
	for _, g := range s.Groups {
		first, _, _ := strings.Cut(g.Name, ".")
		if first == label && g.Version(version) != nil {
			return discovery.GroupVersion{Group: g.Name, Version: version}, true
		}
	}
	return discovery.GroupVersion{}, false
}
