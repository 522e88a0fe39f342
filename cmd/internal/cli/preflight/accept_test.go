package preflight

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/cases"
	"github.com/kubedelta/kubedelta/preflight/plan"
)

// TestGapNames checks that every gap in the cases of checks can be accepted by its name, or is one
// that never can.
func TestGapNames(t *testing.T) {
	found := 0
	for _, c := range cases.Read(t, filepath.Join("..", "..", "..", "..", "fixtures", "preflight")) {
		for line := range strings.Lines(c.File("want")) {
			rest, is := strings.CutPrefix(line, "gap ")
			what, _, _ := strings.Cut(rest, ": ")
			if !is || !plan.Acceptable(what) {
				continue
			}
			found++
			if err := checkAccepted([]string{what}, nil); err != nil {
				t.Errorf("%s: %v", c.Path, err)
			}
		}
	}
	if found < 30 {
		t.Errorf("only %d gaps were read", found)
	}
	for _, name := range []string{"", "nodez", "data of 1.38", "the release 1.38", "/version", "Node worker-1"} {
		if checkAccepted([]string{name}, nil) == nil {
			t.Errorf("--accept takes %q", name)
		}
	}
}
