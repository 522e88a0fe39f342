package rule

import (
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
)

// custom gives what both sides' definitions say of a custom resource; false
// where a side does not show its definition.
func (r Resource) custom() (was, is *discovery.CustomResource, ok bool) {
	if !r.Stays() || r.OldResource.Custom == nil || r.NewResource.Custom == nil {
		return nil, nil, false
	}
	return r.OldResource.Custom, r.NewResource.Custom, true
}

// definitions pairs the definitions that both sides show, whatever versions they
// serve: one that serves none of its old versions is the one that matters most.
func definitions(s Surfaces) (pairs []Resource) {
	for _, g := range s.Old.Groups {
		is := firstCustom(s.New.Group(g.Name))
		was := firstCustom(&g)
		for _, name := range slices.Sorted(maps.Keys(was)) {
			if is[name] != nil {
				pairs = append(pairs, Resource{Surfaces: s, GroupVersion: discovery.GroupVersion{Group: g.Name}, OldResource: was[name], NewResource: is[name]})
			}
		}
	}
	return pairs
}

// firstCustom finds each custom resource of a group once.
func firstCustom(g *discovery.Group) map[string]*discovery.Resource {
	found := map[string]*discovery.Resource{}
	if g == nil {
		return found
	}
	for i := range g.Versions {
		for j := range g.Versions[i].Resources {
			r := &g.Versions[i].Resources[j]
			if r.Custom != nil && found[r.Name] == nil {
				found[r.Name] = r
			}
		}
	}
	return found
}

// definitionChange starts a change about the definition, whatever the version:
// the same change of every version is one.
func (r Resource) definitionChange(id string, severity Severity, old, new, text string) Change {
	c := r.change(id, severity)
	c.Version, c.Stability = "", discovery.StabilityUnknown
	c.Introduced, c.Deprecated, c.Removed = discovery.Release{}, discovery.Release{}, discovery.Release{}
	c.About = r.NewResource.Name + "." + r.GroupVersion.Group
	return c.between(old, new).says(text)
}
