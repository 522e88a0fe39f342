package diff_test

import (
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
)

// TestSubresourceOffByDefault: a subresource that needs a feature gate is neither new nor removed
// in a comparison with a default server. It is new if a later release serves it by default, and is
// reported for a server that has it enabled.
func TestSubresourceOffByDefault(t *testing.T) {
	release := func(minor int, off bool, subresources ...string) *discovery.Surface {
		pods := discovery.Resource{Name: "pods", Kind: "Pod", Verbs: []string{"get"}}
		for _, name := range subresources {
			pods.Subresources = append(pods.Subresources, discovery.Subresource{Name: name, Kind: "Pod", Verbs: []string{"get"}})
		}
		s := &discovery.Surface{
			Release: discovery.Release{Major: 1, Minor: minor}, Source: discovery.SourceCatalog, OffByDefault: &discovery.Features{},
			Groups:   []discovery.Group{{Versions: []discovery.Version{{Name: "v1", Resources: []discovery.Resource{pods}}}}},
			Fidelity: discovery.Fidelity{Verbs: discovery.All, Subresources: discovery.All, Disabled: discovery.All},
		}
		if off {
			s.OffByDefault.Subresources = []string{discovery.SubresourceName(discovery.GroupVersion{Version: "v1"}, "pods", "resize")}
		}
		return s
	}
	live := func(s *discovery.Surface) *discovery.Surface {
		s.Source, s.Fidelity.Disabled = discovery.SourceCluster, discovery.None
		return s
	}
	for name, c := range map[string]struct {
		old, new *discovery.Surface
		disabled bool
		want     []string
	}{
		"a default server":            {release(32, true, "log", "resize"), live(release(32, true, "log")), false, nil},
		"a default server, the other": {live(release(32, true, "log")), release(32, true, "log", "resize"), false, nil},
		"on by default later":         {release(32, true, "log", "resize"), release(33, false, "log", "resize"), false, []string{"subresource-added"}},
		"with what is off":            {release(32, true, "log", "resize"), release(33, false, "log", "resize"), true, nil},
		"turned on":                   {live(release(32, true, "log", "resize")), release(33, false, "log", "resize"), false, nil},
		"turned on, then gone":        {live(release(32, true, "log", "resize")), release(33, false, "log"), false, []string{"subresource-removed"}},
	} {
		var got []string
		for _, change := range diff.Compare(c.old, c.new, diff.Options{IncludeDisabled: c.disabled}).Changes {
			got = append(got, change.Rule)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
