package rule

import "testing"

// TestReachText: the texts in reports are read and written without loss.
func TestReachText(t *testing.T) {
	for _, text := range []string{"v1 Pod", "v1 Pod spec.hostUsers", "batch/v1 Job spec.template.spec.containers[].image", "v1 pods/log", "apps/v1", "v1  spec.kind is not told"} {
		var r Reach
		if err := r.UnmarshalText([]byte(text)); err != nil || r.String() != text {
			t.Errorf("%q is read as %+v, %q, %v", text, r, r, err)
		}
	}
	var r Reach
	if _ = r.UnmarshalText([]byte("batch/v1 Job spec.managedBy")); r.Group != "batch" || r.Version != "v1" || r.Kind != "Job" || r.Path != "spec.managedBy" {
		t.Errorf("it is read as %+v", r)
	}
}
