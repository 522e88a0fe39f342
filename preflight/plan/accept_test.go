package plan

import (
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// TestAccept: an accepted gap makes no check unknown, hides no finding, and gaps of kubedelta
// itself are not accepted.
func TestAccept(t *testing.T) {
	gap := func(what string) evidence.Gap { return evidence.Gap{What: what, Reason: "it was not read"} }
	blocker := preflight.Item{Finding: finding.Finding{Severity: rule.Breaking, Name: "web", Message: "it breaks"}}
	for _, tc := range []struct {
		name   string
		items  []preflight.Item
		gaps   []evidence.Gap
		accept []string
		want   preflight.Verdict
		left   int
	}{
		{"all that was not seen", nil, []evidence.Gap{gap("/metrics")}, []string{"/metrics"}, preflight.Pass, 0},
		{"a part", nil, []evidence.Gap{gap("/metrics"), gap("nodes")}, []string{"/metrics"}, preflight.Unknown, 1},
		{"another", nil, []evidence.Gap{gap("nodes")}, []string{"/metrics"}, preflight.Unknown, 1},
		{"beside a finding", []preflight.Item{blocker}, []evidence.Gap{gap("/metrics")}, []string{"/metrics"}, preflight.Fail, 0},
		{"beside what nobody could judge", []preflight.Item{{Finding: finding.Finding{Severity: rule.Unknown}}}, []evidence.Gap{gap("/metrics")}, []string{"/metrics"}, preflight.Unknown, 0},
		{"data of a release", nil, []evidence.Gap{gap("data of 1.38")}, []string{"data of 1.38"}, preflight.Unknown, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			made, err := Make(In{
				Evidence: &evidence.Evidence{}, From: rel("1.30"), To: rel("1.31"), Accept: tc.accept,
				Checks: []preflight.Check{{ID: "some-check", Required: true, Run: func(preflight.Input) preflight.Outcome { return preflight.Conclude(tc.items, tc.gaps) }}},
			})
			if err != nil {
				t.Fatal(err)
			}
			r := made.Results[0]
			if r.Verdict != tc.want || made.Hops[0].Verdict != tc.want || len(r.Gaps) != tc.left || len(r.Items) != len(tc.items) {
				t.Errorf("the verdict is %s, of the hop %s, with %d gaps and %d items", r.Verdict, made.Hops[0].Verdict, len(r.Gaps), len(r.Items))
			}
			if accepted := len(tc.gaps) - tc.left; len(made.Accepted) != accepted {
				t.Errorf("%d are accepted, not %d", len(made.Accepted), accepted)
			}
		})
	}
}
