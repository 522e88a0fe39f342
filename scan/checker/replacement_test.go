package checker_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/cases"
)

// TestReplacementIsWhatTheMessageNames checks that the JSON and the text name the same replacement.
func TestReplacementIsWhatTheMessageNames(t *testing.T) {
	named := 0
	for _, c := range cases.Read(t, casesDir) {
		for _, f := range findings(t, compile(t, caseTarget(t, c)), c.File("in.yaml")) {
			if f.Replacement == nil {
				message, _, _ := strings.Cut(f.Message, " (inside ")
				if _, use, _ := strings.Cut(message, "; use "); strings.Contains(use, "/v1") {
					t.Errorf("%s: there is no replacement, but the message is %q", c.Path, f.Message)
				}
				if f.ReplacementServed || f.ReplacementServedFrom != nil {
					t.Errorf("%s: there is no replacement, but it is served: %+v", c.Path, f)
				}
				continue
			}
			named++
			group := f.Replacement.Group
			if group == "" {
				group = "core"
			}
			if !strings.Contains(f.Message, f.Replacement.String()) && !strings.Contains(f.Message, group) {
				t.Errorf("%s: the replacement is %s, but the message is %q", c.Path, f.Replacement, f.Message)
			}
		}
	}
	if named == 0 {
		t.Error("no finding names a replacement")
	}
}
