package live_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/live"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// TestUnlisted: findings that are only counted have the worst severity of those of their rule and
// field; that of the rule if none is listed.
func TestUnlisted(t *testing.T) {
	pods := evidence.Resource{Name: "pods"}
	r := live.Result(live.In{Name: "context:a", Evidence: &evidence.Evidence{
		Checked: []finding.Finding{
			{Rule: checker.FieldRemoved, Severity: rule.Breaking, File: "cluster", Field: "spec.a"},
			{Rule: checker.FieldRemoved, Severity: rule.Info, File: "cluster", Field: "spec.b[0]"},
			{Rule: checker.FieldRemoved, Severity: rule.Risky, File: "cluster", Field: "spec.b[1]"},
			{Rule: checker.FieldRemoved, Severity: rule.Breaking, File: "release x", Field: "spec.b[1]"},
		},
		Unlisted: []evidence.Unlisted{
			{Resource: pods, Rule: checker.FieldRemoved, Field: "spec.b[]", Count: 2},
			{Resource: pods, Rule: checker.LabelDeprecated, Field: "others", Count: 3},
		},
	}})
	got := map[string]rule.Severity{}
	for _, f := range r.Findings[4:] {
		got[f.Message] = f.Severity
	}
	if len(got) != 2 || got["2 more objects of pods have similar findings"] != rule.Risky || got["3 more objects of pods have similar findings"] != rule.Deprecation {
		t.Error(got)
	}
}
