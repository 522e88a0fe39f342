package live_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
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

// TestWriterIsKnown: an object of a deprecated version whose writer is known is one finding.
func TestWriterIsKnown(t *testing.T) {
	to, err := apiserver.ReleaseSurface("1.37")
	if err != nil {
		t.Fatal(err)
	}
	lifecycles, err := catalog.New().Lifecycles()
	if err != nil {
		t.Fatal(err)
	}
	c, err := checker.New(checker.Target{To: to, Lifecycles: lifecycles})
	if err != nil {
		t.Fatal(err)
	}
	endpoints := evidence.ObjectName{Resource: "endpoints", Kind: "Endpoints", Namespace: "default", Name: "web"}
	in := live.In{Name: "context:a", Checker: c, Evidence: &evidence.Evidence{
		Checked: []finding.Finding{{Rule: checker.APIDeprecated, Severity: rule.Deprecation, File: evidence.LiveFile, APIVersion: "v1", Kind: "Endpoints", Namespace: "default", Name: "web"}},
		Usage:   []evidence.Usage{{Object: endpoints, Version: discovery.GroupVersion{Version: "v1"}, By: "kubectl"}},
	}}
	r := live.Result(in)
	if len(r.Findings) != 1 || !strings.Contains(r.Findings[0].Message, "written by kubectl") || r.Findings[0].File != "context:a" {
		t.Errorf("an object that kubectl wrote: %v", r.Findings)
	}
	if in.Usage = nil; len(live.Result(in).Findings) != 1 {
		t.Errorf("an object whose writer is unknown: %v", live.Result(in).Findings)
	}
}
