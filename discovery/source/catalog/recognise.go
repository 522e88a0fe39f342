package catalog

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Recognise finds the release whose resources are exactly those that a surface
// has of Kubernetes' own groups. It serves documents that do not tell their
// release; no two releases from 1.16 on have the same resources. What could not
// be read fits any. False where no release fits, or more than one.
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
