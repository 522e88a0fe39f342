package draft_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/draft"
	"github.com/kubedelta/kubedelta/fixtures/cases"
)

var update = flag.Bool("update", false, "rewrite what the cases want")

// TestCases checks hand-written cases: a draft, the maps that edit it, and the resulting document.
func TestCases(t *testing.T) {
	for _, c := range cases.Read(t, "../../fixtures/notes/draft") {
		t.Run(c.Name(), func(t *testing.T) {
			var b strings.Builder
			doc, err := draft.Decode([]byte(c.File("notes.json")), strings.TrimSpace(c.File("release")))
			if err != nil {
				fmt.Fprintf(&b, "error: %v\n", err)
			} else {
				checkStats(t, doc)
			}
			maps, err := draft.DecodeMaps([]byte(c.File("maps.yaml")))
			if err != nil {
				fmt.Fprintf(&b, "error: %v\n", err)
			}
			draft.Apply(&doc, maps)
			write(&b, doc)
			c.Want(t, b.String(), *update)
		})
	}
}

// write formats a document as lines.
func write(b *strings.Builder, doc changelog.Document) {
	s := doc.Stats
	fmt.Fprintf(b, "== %s %s: %d bullets, %d entries, %d with PR, %d with SIG, %d merged\n", doc.Form, doc.Release, s.Bullets, s.Entries, s.WithPR, s.WithSIG, s.Merged)
	for _, n := range doc.Notes {
		fmt.Fprintf(b, "%s%v of %s by %v in %q sigs %v from %s kinds %v areas %v", n.Repository, n.PRs, n.Release, n.Authors, n.Sections, n.SIGs, n.SIGSource, n.Kinds, n.Areas)
		if len(n.CVEs) > 0 {
			fmt.Fprintf(b, " cves %v", n.CVEs)
		}
		if n.ActionRequired {
			b.WriteString(" action required")
		}
		if n.Unpublished {
			b.WriteString(" unpublished")
		}
		b.WriteString("\n  | " + strings.ReplaceAll(n.Text, "\n", "\n  | ") + "\n")
		for _, d := range n.Documentation {
			fmt.Fprintf(b, "  %s %q %s\n", d.Type, d.Description, d.URL)
		}
	}
	for _, a := range doc.Advisories {
		fmt.Fprintf(b, "advisory %s %q rated %q: %s\n", a.CVE, a.Title, a.Rating, a.Text)
	}
	for _, skipped := range s.Skipped {
		fmt.Fprintf(b, "skipped %q: %s\n", skipped.Text, skipped.Reason)
	}
}

// checkStats checks that every key is counted.
func checkStats(t testing.TB, doc changelog.Document) {
	t.Helper()
	s := doc.Stats
	if s.Bullets != s.Entries+len(s.Skipped) || len(doc.Notes) != s.Entries-s.Merged {
		t.Errorf("%d keys, %d entries, %d skipped, %d merged, %d notes", s.Bullets, s.Entries, len(s.Skipped), s.Merged, len(doc.Notes))
	}
}
