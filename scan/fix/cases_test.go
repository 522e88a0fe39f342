package fix_test

import (
	"cmp"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/cases"
	"github.com/kubedelta/kubedelta/scan/fix"
)

var update = flag.Bool("update", false, "write what is found into the cases")

// TestCases fixes each case of fixtures/fix for the release in its file target, or for 1.35, and
// compares the text and the reasons for what is left.
func TestCases(t *testing.T) {
	for _, c := range cases.Read(t, "../../fixtures/fix") {
		t.Run(c.Name(), func(t *testing.T) {
			to, from, _ := strings.Cut(cmp.Or(strings.TrimSpace(c.File("target")), "1.35"), " from ")
			j := between(t, from, to)
			in := cmp.Or(c.File("in.yaml"), c.File("in.json"))
			got := (fix.Choice{}).Fix("in.yaml", []byte(in), j)
			if again := (fix.Choice{}).Fix("in.yaml", got.Out, j); again.Changed {
				t.Errorf("it is fixed again into\n%s", again.Out)
			}
			// The lines of what is left are lines of the new text.
			text := "nothing is fixed\n"
			if got.Changed {
				text = string(got.Out)
			}
			for _, l := range got.Left {
				text += fmt.Sprintf("# left: %d: %s: %s\n", l.Finding.Line, l.Finding.Rule, l.Why)
			}
			c.Want(t, text, *update)
			// With the line ends of Windows the result is the same.
			if strings.Contains(in, "\r") {
				return
			}
			windows := fix.Choice{}.Fix("in.yaml", []byte(strings.ReplaceAll(in, "\n", "\r\n")), j)
			if string(windows.Out) != strings.ReplaceAll(string(got.Out), "\n", "\r\n") {
				t.Errorf("with other ends of lines it is\n%q", windows.Out)
			}
		})
	}
}
