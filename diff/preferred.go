package diff

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// pairGroups pairs the groups that both sides show completely. A version that is not known could be
// the preferred one.
func pairGroups(s rule.Surfaces, v view) (out []rule.Group) {
	for i := range s.Old.Groups {
		was := &s.Old.Groups[i]
		is := s.New.Group(was.Name)
		if is == nil || groupUnknown(s.Old, was.Name) || groupUnknown(s.New, was.Name) {
			continue
		}
		g := rule.Group{Name: was.Name, OldPreferred: preferred(was, v.old), NewPreferred: preferred(is, v.new)}
		stays := is.Version(g.OldPreferred)
		g.Stays = stays != nil && !unseen(is, stays, v.new)
		g.Disabled = disabled(was.Version(g.OldPreferred)) || disabled(is.Version(g.NewPreferred))
		out = append(out, g)
	}
	return out
}

// preferred returns the version that a server would prefer among the compared ones: the group's
// preferred version, or if that is off by default, the first that is not. A server prefers one of
// the versions that it serves (k8s.io/kube-aggregator, apis_handler.go).
func preferred(g *discovery.Group, shown map[discovery.GroupVersionResource]*discovery.Resource) (best string) {
	if own := g.Version(g.Preferred); own == nil || !unseen(g, own, shown) {
		return g.Preferred
	}
	for i := range g.Versions {
		v := &g.Versions[i]
		if !unseen(g, v, shown) && (best == "" || discovery.CompareVersion(v.Name, best) < 0) {
			best = v.Name
		}
	}
	return best
}

// unseen reports whether a version is off by default and none of its resources are compared.
func unseen(g *discovery.Group, v *discovery.Version, shown map[discovery.GroupVersionResource]*discovery.Resource) bool {
	gv := discovery.GroupVersion{Group: g.Name, Version: v.Name}
	return disabled(v) && !slices.ContainsFunc(v.Resources, func(r discovery.Resource) bool { return shown[gv.WithResource(r.Name)] != nil })
}

// disabled reports whether no default server serves any resource of a version.
func disabled(v *discovery.Version) bool {
	return v != nil && len(v.Resources) > 0 && !slices.ContainsFunc(v.Resources, func(r discovery.Resource) bool { return !r.Disabled })
}
