package preflight

import (
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// TestUnreadGaps: what was not sent because it could not be read is a gap, which is that of the other
// checks if they could not read it either.
func TestUnreadGaps(t *testing.T) {
	forbidden := evidence.Reading{What: "deployments.apps", State: evidence.Forbidden, Reason: "the user may not list deployments.apps", Permission: "list deployments.apps"}
	e := &evidence.Evidence{Readings: map[evidence.Resource]evidence.Reading{
		evidence.Deployments: forbidden, evidence.Pods: {What: "pods", State: evidence.Read},
	}}
	got := unreadGaps([]finding.Unreadable{{Reason: "deployments.apps: 403"}, {Reason: "leases.coordination.k8s.io: 403"}, {Reason: "pods: 429"}}, e)
	want := []evidence.Gap{
		forbidden.Gap(), {What: "rehearsal of leases.coordination.k8s.io", Reason: "403"}, {What: "rehearsal of pods", Reason: "429"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
}
