package findings

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// TestMarkdownLimitKeeps tests that a bounded report loses neither everything that could not be
// read nor everything else, and the least severe findings first.
func TestMarkdownLimitKeeps(t *testing.T) {
	r := clean()
	for i := range 400 {
		r.Account.Unreadable = append(r.Account.Unreadable, finding.Unreadable{File: fmt.Sprintf("unread-%d.yaml", i), Reason: "not YAML"})
		for _, s := range []rule.Severity{rule.Breaking, rule.Deprecation} {
			r.Findings = append(r.Findings, finding.Finding{Rule: "r", Severity: s, File: fmt.Sprintf("f%d.yaml", i), Line: 1, Message: "m"})
		}
		r.Warnings = append(r.Warnings, finding.Warning{Text: fmt.Sprintf("warning %d", i)})
	}
	r.Arrange()
	for limit, want := range map[int][4]bool{12_000: {true, true, false, false}, 38_000: {true, true, true, false}} {
		text := string(render(t, "markdown", r, Options{Limit: limit, Whole: "the file has all"}))
		got := [4]bool{strings.Contains(text, "## Could not be read"), strings.Contains(text, "## Breaking: 400"), strings.Contains(text, "## Deprecation: 400"), strings.Contains(text, "## Warnings")}
		if got != want || len(text) > limit || !strings.Contains(text, "lines left out to fit the size limit**: ") || !strings.Contains(text, ". the file has all.\n") {
			t.Errorf("in %d bytes: %v, %d bytes\n%.1500s", limit, got, len(text), text)
		}
		if strings.Count(text, "`unread-") < 50 {
			t.Errorf("only %d of what could not be read is told", strings.Count(text, "`unread-"))
		}
	}
}
