package markdown_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/markdown"
	"github.com/kubedelta/kubedelta/fixtures/cases"
)

var update = flag.Bool("update", false, "rewrite what the cases want")

// TestCases checks the documents of hand-written inputs.
func TestCases(t *testing.T) {
	for _, c := range cases.Read(t, "../../fixtures/notes/markdown") {
		t.Run(c.Name(), func(t *testing.T) {
			documents := markdown.Parse([]byte(c.File("notes.md")), strings.TrimSpace(c.File("release")))
			var b strings.Builder
			for _, doc := range documents {
				write(&b, doc)
				checkStats(t, doc)
			}
			c.Want(t, b.String(), *update)
		})
	}
}

// write formats a document as lines.
func write(b *strings.Builder, doc changelog.Document) {
	s := doc.Stats
	fmt.Fprintf(b, "== %s %s: %d bullets, %d entries, %d with PR, %d with SIG, %d merged\n", doc.Form, doc.Release, s.Bullets, s.Entries, s.WithPR, s.WithSIG, s.Merged)
	for _, n := range doc.Notes {
		writeNote(b, n)
	}
	for _, p := range doc.Prose {
		fmt.Fprintf(b, "prose %q %q\n%s", p.Part, p.Title, quoted(p.Text))
	}
	for _, a := range doc.Advisories {
		fmt.Fprintf(b, "advisory %s %q rated %q\n%s", a.CVE, a.Title, a.Rating, quoted(a.Text))
	}
	for i, list := range [][]string{doc.Dependencies.Added, doc.Dependencies.Changed, doc.Dependencies.Removed} {
		for _, module := range list {
			fmt.Fprintf(b, "%s %s\n", []string{"added", "changed", "removed"}[i], module)
		}
	}
	for _, skipped := range s.Skipped {
		fmt.Fprintf(b, "skipped line %d, %s: %s\n", skipped.Line, skipped.Reason, skipped.Text)
	}
}

func writeNote(b *strings.Builder, n changelog.Note) {
	fmt.Fprintf(b, "%s%v by %v in %q", n.Repository, n.PRs, n.Authors, n.Sections)
	if len(n.Headings) > 0 {
		fmt.Fprintf(b, " below %q", n.Headings)
	}
	fmt.Fprintf(b, " sigs %v from %s", n.SIGs, n.SIGSource)
	if n.ActionRequired {
		b.WriteString(" action required")
	}
	b.WriteString("\n" + quoted(n.Text))
}

func quoted(text string) string {
	return "  | " + strings.ReplaceAll(text, "\n", "\n  | ") + "\n"
}

// checkStats checks that every bullet is counted.
func checkStats(t testing.TB, doc changelog.Document) {
	t.Helper()
	s := doc.Stats
	if s.Bullets != s.Entries+len(s.Skipped) {
		t.Errorf("%s: %d bullets, but %d entries and %d skipped", doc.Release, s.Bullets, s.Entries, len(s.Skipped))
	}
	if len(doc.Notes) != s.Entries-s.Merged {
		t.Errorf("%s: %d notes of %d entries, %d of them merged", doc.Release, len(doc.Notes), s.Entries, s.Merged)
	}
}
