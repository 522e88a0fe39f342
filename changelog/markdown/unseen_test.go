package markdown_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/kubedelta/kubedelta/changelog/markdown"
)

// TestUnseen compares the notes of 1.38 with a count by hand. No rule was made for them.
func TestUnseen(t *testing.T) {
	text, err := os.ReadFile("../../fixtures/notes/unseen/1.38.0.md")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"v1.38.0-alpha.2: 41 entries, 41 with PR, 41 with SIG, map[API Change:5 Bug or Regression:21 Feature:6 Other (Cleanup or Flake):8 Urgent Upgrade Notes:1]",
		"v1.38.0-alpha.1: 159 entries, 159 with PR, 158 with SIG, map[API Change:22 Bug or Regression:90 Dependency:4 Documentation:3 Feature:24 Other (Cleanup or Flake):13 Urgent Upgrade Notes:3]",
	}
	for i, doc := range markdown.Parse(text, "") {
		sections := map[string]int{}
		for _, n := range doc.Notes {
			sections[string(n.Section)]++
			if len(n.PRs) != 1 || len(n.Authors) != 1 {
				t.Errorf("#%d: %v by %v", n.PR, n.PRs, n.Authors)
			}
		}
		s := doc.Stats
		if got := fmt.Sprintf("%s: %d entries, %d with PR, %d with SIG, %v", doc.Release, s.Entries, s.WithPR, s.WithSIG, sections); i >= len(want) || got != want[i] {
			t.Errorf("%s", got)
		}
	}
}
