package rehearse_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/rehearse"
)

// TestDeprecations checks the three warnings about a deprecated API: the server's own, the one that
// it makes for a definition, and the definition's.
func TestDeprecations(t *testing.T) {
	found := []rehearse.Said{{Rule: "api-deprecated", Severity: rule.Deprecation, Message: "it is deprecated"}}
	for _, c := range []struct {
		warning, defined string
		said             []rehearse.Said
		want             rehearse.Agreement
	}{
		{"batch/v1beta1 CronJob is deprecated in v1.21+, unavailable in v1.25+; use batch/v1 CronJob", "", found, rehearse.Agreed},
		{"example.com/v1beta1 Widget is deprecated; use example.com/v1 Widget", "", found, rehearse.Agreed},
		{"example.com/v1beta1 Widget is deprecated", "", nil, rehearse.ServerOnly},
		{"move to v1", "move to v1", found, rehearse.Agreed},
		{"move to v1", "move to v1", nil, rehearse.ServerOnly},
		{"move to v1", "", nil, rehearse.Agreed},
		{"spec.x is deprecated", "", found, rehearse.ScanOnly},
		{"", "", found, rehearse.ScanOnly},
	} {
		q := rehearse.Question{APIVersion: "example.com/v1beta1", Kind: "Widget", Said: c.said, Warning: c.defined}
		r := rehearse.Check(q, rehearse.Answer{Outcome: rehearse.Warned, Warnings: []string{c.warning}}, false)
		if r.Agreement != c.want {
			t.Errorf("%q with %d findings: %s, not %s", c.warning, len(c.said), r.Agreement, c.want)
		}
	}
}

// TestRefusals checks that a refusal for another reason is another finding, which a baseline or
// waiver of the first does not cover.
func TestRefusals(t *testing.T) {
	print := func(message string) string {
		q := rehearse.Question{File: "a.yaml", APIVersion: "v1", Kind: "Pod", Name: "a"}
		r := rehearse.Check(q, rehearse.Answer{Outcome: rehearse.Refused, Message: message}, false)
		f := r.Findings()
		f[0].Seal()
		return f[0].Fingerprint
	}
	if quota := print("quota"); quota == print("signature") || quota != print("quota") {
		t.Error("fingerprints do not tell refusals apart")
	}
}

// TestUnsent checks that what scan reports about an address that is not sent is not compared.
func TestUnsent(t *testing.T) {
	said := []rehearse.Said{{Rule: "address-rejected", Severity: rule.Breaking, Field: "spec.clusterIPs[0]"}}
	for body, want := range map[string]rehearse.Agreement{
		`{"spec":{"ports":[]}}`:              rehearse.NotCompared,
		`{"spec":{"clusterIP":"010.0.0.1"}}`: rehearse.ScanOnly,
	} {
		q := rehearse.Question{APIVersion: "v1", Kind: "Service", Said: said, Body: []byte(body)}
		if r := rehearse.Check(q, rehearse.Answer{Outcome: rehearse.Taken}, false); r.Agreement != want {
			t.Errorf("%s: %s, not %s", body, r.Agreement, want)
		}
	}
}
