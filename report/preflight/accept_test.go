package preflight

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/plan"
)

// accepted is the report of a cluster that is ready except for /metrics, which the operator
// accepts.
func accepted() *Report {
	e := sampleEvidence()
	e.Server.Version, e.Server.Release = "v1.32.1", rel("1.32")
	e.Nodes[0].KubeletVersion = "v1.32.1"
	p, err := plan.Make(plan.In{Evidence: e, To: rel("1.33"), Checks: sampleChecks()[2:], Accept: []string{"/metrics"}})
	if err != nil {
		panic(err)
	}
	return New(tool(), e, p, data())
}

// TestAccepted tests that a report with only accepted gaps is ready, and that every format contains
// the gaps.
func TestAccepted(t *testing.T) {
	r := accepted()
	if r.Verdict != Ready || r.code() != 0 {
		t.Fatalf("the verdict is %s, the code %d: %s", r.Verdict, r.code(), r.answer())
	}
	for _, format := range formats() {
		text := string(render1(t, format, r, Options{Rules: rules()}))
		switch format {
		case "csv": // findings only
		case "prometheus":
			if !strings.Contains(text, `kubedelta_preflight_accepted{cluster="prod-1",target="1.33"} 1`) || !strings.Contains(text, `kubedelta_preflight_ready{cluster="prod-1",target="1.33"} 1`) {
				t.Errorf("prometheus does not tell what was accepted:\n%s", text)
			}
		default:
			if !strings.Contains(text, "/metrics") || !strings.Contains(text, "accepted") {
				t.Errorf("%s does not tell what was accepted:\n%s", format, text)
			}
		}
	}
	if whole, inPart := r.passed(); strings.Join(inPart, " ") != "feature-gates (/metrics)" || strings.Contains(strings.Join(whole, " "), "feature-gates") {
		t.Errorf("passed: %q, in part: %q", whole, inPart)
	}
}

// TestRights tests that the permission that completes the most checks comes first.
func TestRights(t *testing.T) {
	gap := func(right string) evidence.Gap { return evidence.Gap{What: right, Permission: right} }
	r := &Report{Checks: []Check{
		{ID: "a", Gaps: []evidence.Gap{gap("list nodes"), gap("list pods")}},
		{ID: "b", Gaps: []evidence.Gap{gap("list pods")}},
		{ID: "c", Gaps: []evidence.Gap{gap("list secrets")}},
		{ID: "d", Gaps: []evidence.Gap{gap("list pods"), {What: "x"}}},
	}}
	want := "Permissions to add first: list pods (completes 1 check, and 2 more in part); list nodes (completes 1 check); list secrets (completes 1 check)"
	if got := r.rights(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
