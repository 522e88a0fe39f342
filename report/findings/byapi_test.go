package findings

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// TestByAPI tests that the most severe, then the most frequent APIs come first, and that findings
// about parts of objects count by rule.
func TestByAPI(t *testing.T) {
	r := &Report{}
	add := func(n int, severity rule.Severity, file, kind, field string) {
		for range n {
			r.Findings = append(r.Findings, finding.Finding{Rule: "r", Severity: severity, File: file, APIVersion: "a/v1", Kind: kind, Field: field})
		}
	}
	add(3, rule.Info, "a", "A", "")
	add(2, rule.Breaking, "a", "B", "")
	add(1, rule.Breaking, "b", "B", "")
	add(4, rule.Breaking, "b", "C", "")
	add(5, rule.Risky, "c", "C", "spec.x")
	var got []string
	for _, a := range r.byAPI() {
		got = append(got, strings.Join([]string{string(a.most), rule.Count(a.found, "finding"), rule.Count(len(a.files), "file"), a.name}, " "))
	}
	want := "breaking 4 findings 1 file a/v1 C; breaking 3 findings 2 files a/v1 B; risky 5 findings 1 file r; info 3 findings 1 file a/v1 A"
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("%s, not %s", s, want)
	}
}
