package markdown_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/changelog/markdown"
)

// FuzzSilentNotes checks that a note in the middle of any text becomes a note, is listed as
// skipped, or is in a part in words.
func FuzzSilentNotes(f *testing.F) {
	for _, text := range []string{
		"", "- a", "```", "~~~\n", "<!--", "<details>", "> a", "    a", "- a\n  - b", "# v1.30.0", "## Changes by Kind", "### Deprecation", "## Dependencies", "### Added", "## Urgent Upgrade Notes", "---", "1. a", "\t- a", "\x00", "\r", "* a", "| a |", "[a]: b", "\u2028", "- [#1]", "**a", "`",
	} {
		f.Add(text, "# v1.31.0")
		f.Add("# v1.31.0\n\n"+text, text)
	}
	const planted = "- The planted API is removed. ([#99999](https://github.com/kubernetes/kubernetes/pull/99999), [@a](https://github.com/a)) [SIG Node]"
	f.Fuzz(func(t *testing.T, before, behind string) {
		text := before + "\n\n# v1.31.1\n\n## Changes by Kind\n\n### Feature\n\n" + planted + "\n\n" + behind
		for _, doc := range markdown.Parse([]byte(text), "1.31.0") {
			for _, n := range doc.Notes {
				if strings.Contains(n.Text, "planted API") {
					return
				}
			}
			for _, s := range doc.Stats.Skipped {
				if strings.Contains(s.Text, "planted API") {
					return
				}
			}
			for _, p := range doc.Prose {
				if strings.Contains(p.Text, "planted API") {
					return
				}
			}
		}
		t.Errorf("nothing is said of the entry in %q", text)
	})
}
