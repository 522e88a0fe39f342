package findings

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// TestShortened tests that pages and lists of tests show the most severe of very many findings and
// say how many they leave out, and that the counts are those of all.
func TestShortened(t *testing.T) {
	var list []finding.Finding
	for i := range mostShown + 500 {
		f := finding.Finding{Rule: "resource-removed", Severity: rule.Deprecation, File: "a.yaml", Line: i + 1, Kind: "Job", Name: fmt.Sprintf("j%d", i), Message: "m"}
		if i%3 == 0 {
			f.Severity = rule.Breaking
		}
		f.Seal()
		list = append(list, f)
	}
	r := New(KindScan, envelope.Tool{}, envelope.Side{Name: "1.33"}, finding.Account{Objects: len(list)}, list)
	short := r.shortened(mostShown)
	breaking := 0
	for i := range short.Findings {
		if short.Findings[i].Severity == rule.Breaking {
			breaking++
		}
	}
	if len(short.Findings) != mostShown || breaking != r.Summary.BySeverity[rule.Breaking] || len(r.Findings) != len(list) {
		t.Errorf("%d shown, %d of them breaking; %d are", len(short.Findings), breaking, r.Summary.BySeverity[rule.Breaking])
	}
	if few := r.shortened(len(list)); few != r {
		t.Error("what has room is shortened")
	}
	for _, format := range []string{"html", "junit"} {
		var b strings.Builder
		if err := r.Writers().Write(&b, format, Options{}); err != nil {
			t.Fatal(err)
		}
		if text := b.String(); !strings.Contains(text, "500 findings of the lowest severities omitted") || !strings.Contains(text, fmt.Sprint(r.Summary.BySeverity[rule.Deprecation], " deprecation")) {
			t.Errorf("%s does not say what is left out", format)
		}
	}
	// Annotations are counted, even if they are not made.
	var b strings.Builder
	if err := r.Writers().Write(&b, "github", Options{}); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("and %d more errors", r.Summary.BySeverity[rule.Breaking]-10); !strings.Contains(b.String(), want) {
		t.Errorf("not %q in %s", want, b.String())
	}
}
