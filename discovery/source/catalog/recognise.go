package catalog

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Recognise returns the release whose resources are exactly the surface's resources of Kubernetes'
// own groups, for documents that do not state their release. From 1.16 on, no two releases have the
// same resources. Unknown parts match any release. It returns false if no release matches, or
// several.
func (c *Catalog) Recognise(s *discovery.Surface) (discovery.Release, bool) {
	lifecycles, err := c.Lifecycles()
	if err != nil {
		return discovery.Release{}, false
	}
	found := slice.Filter(c.Releases(), func(r discovery.Release) bool { return fits(s, lifecycles, r) })
	if len(found) != 1 {
		return discovery.Release{}, false
	}
	return found[0], true
}

func fits(s *discovery.Surface, lifecycles []discovery.ResourceLifecycle, r discovery.Release) bool {
	groups := map[string]bool{}
	expected := 0
	for l := range slice.Each(lifecycles) {
		if _, unread := s.Unknown(l.GroupVersion, discovery.PartResources); unread || !l.In(r) {
			continue
		}
		expected++
		groups[l.Group] = true
		if s.Resource(l.GroupVersion, l.Resource) == nil {
			return false
		}
	}
	shown := 0
	for gv := range s.EachResource() {
		if groups[gv.Group] {
			shown++
		}
	}
	return expected > 0 && shown == expected
}
