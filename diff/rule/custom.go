package rule

import (
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
)

// custom returns the definitions of a custom resource on both sides; not ok if a side does not show
// its definition.
func (r Resource) custom() (was, is *discovery.CustomResource, ok bool) {
	if !r.Stays() || r.OldResource.Custom == nil || r.NewResource.Custom == nil {
		return nil, nil, false
	}
	return r.OldResource.Custom, r.NewResource.Custom, true
}

// definitions pairs the definitions that both sides show. The versions that they serve do not
// matter: a definition that no longer serves any old version must not be missed.
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

// ofDefinitions makes a check of one definition a rule about both surfaces.
func ofDefinitions(check func(r Resource, was, is *discovery.CustomResource) []Change) func(Surfaces) []Change {
	return func(s Surfaces) (changes []Change) {
		for _, r := range definitions(s) {
			changes = append(changes, check(r, r.OldResource.Custom, r.NewResource.Custom)...)
		}
		return changes
	}
}

// firstCustom returns each custom resource of a group in the first version that has it.
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

// definitionChange starts a change about the definition. It has no version, so that the same change
// of all versions is one.
func (r Resource) definitionChange(severity Severity, old, new, text string) Change {
	c := r.change(severity)
	c.Version, c.Stability = "", discovery.StabilityUnknown
	c.Introduced, c.Deprecated, c.Removed = discovery.Release{}, discovery.Release{}, discovery.Release{}
	c.About = r.NewResource.Name + "." + r.GroupVersion.Group
	return c.between(old, new).says(text)
}
