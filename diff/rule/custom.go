package rule

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
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
	add := func(group string, was *discovery.Resource) {
		if was.Custom == nil || was != definition(s.Old, group, was.Name) {
			return // not a custom resource, or another version of one
		}
		if is := definition(s.New, group, was.Name); is != nil {
			pairs = append(pairs, Resource{Surfaces: s, GroupVersion: discovery.GroupVersion{Group: group}, OldResource: was, NewResource: is})
		}
	}
	for gv, was := range s.Old.EachResource() {
		add(gv.Group, was)
	}
	for u := range slice.Each(s.Old.Unserved) {
		add(u.Group, &u.Resource)
	}
	return pairs
}

// definition returns a custom resource in the first version that has it, served versions first; nil
// if there is none.
func definition(s *discovery.Surface, group, name string) *discovery.Resource {
	if g := s.Group(group); g != nil {
		for v := range slice.Each(g.Versions) {
			if r := v.Resource(name); r != nil && r.Custom != nil {
				return r
			}
		}
	}
	if u := slice.Find(s.Unserved, func(u *discovery.Unserved) bool { return u.Group == group && u.Name == name }); u != nil {
		return &u.Resource
	}
	return nil
}

// ofDefinitions makes a check of one definition a rule about both surfaces.
func ofDefinitions(check func(r Resource, was, is *discovery.CustomResource) []Change) func(Surfaces) []Change {
	return func(s Surfaces) []Change {
		return slice.Flat(definitions(s), func(r Resource) []Change { return check(r, r.OldResource.Custom, r.NewResource.Custom) })
	}
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
