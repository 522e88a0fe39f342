package diff_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// TestReplacementIsServed: a replacement in a report is available in the release that the report is
// about. 1.22 deprecates autoscaling/v2beta1 in favor of v2, which 1.23 adds.
func TestReplacementIsServed(t *testing.T) {
	cat := catalog.New()
	for _, tc := range []struct{ old, new, version, want string }{
		{"1.21", "1.22", "v2beta1", "autoscaling/v2beta2 HorizontalPodAutoscaler"},
		{"1.22", "1.23", "v2beta2", "autoscaling/v2 HorizontalPodAutoscaler"},
	} {
		found := false
		for _, c := range diff.Compare(load(t, cat, tc.old), load(t, cat, tc.new), diff.Options{}).Changes {
			if c.Rule != "api-deprecated" || c.Group != "autoscaling" || c.Version != tc.version {
				continue
			}
			if found = true; c.Replacement == nil || c.Replacement.String() != tc.want {
				t.Errorf("%s → %s: %s: use %v, want %s", tc.old, tc.new, tc.version, c.Replacement, tc.want)
			}
		}
		if !found {
			t.Errorf("%s → %s: the deprecation of %s is missing", tc.old, tc.new, tc.version)
		}
	}
}
