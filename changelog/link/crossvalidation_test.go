package link_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/fixtures/measured"
)

var update = flag.Bool("update", false, "write what was measured into docs/changelog.md")

// answer is the top link of a labelled change.
type answer struct {
	change          string
	pr              int
	score           float64
	linked, right   bool
	wanted, allowed bool
}

// pairs are the pairs of releases with labels, for comparisons with default settings.
var pairs = []string{
	"1.18-1.19", "1.19-1.20", "1.20-1.21", "1.21-1.22", "1.22-1.23", "1.23-1.24", "1.24-1.25", "1.25-1.26", "1.26-1.27", "1.27-1.28", "1.28-1.29", "1.29-1.30", "1.30-1.31", "1.31-1.32", "1.32-1.33", "1.33-1.34", "1.34-1.35", "1.35-1.36", "1.36-1.37",
}

// TestCrossValidation chooses the minimum score of a link with the labels of all other pairs, and
// measures each pair with it, and then the pre-releases of 1.38. The result is a table in
// docs/changelog.md.
func TestCrossValidation(t *testing.T) {
	answers := map[string][]answer{}
	for _, pair := range pairs {
		answers[pair] = answersOf(input(t, pair, false), readLabels(t, pair))
	}
	var rows []string
	for _, pair := range pairs {
		best, bar := -1.0, 0.0
		for _, candidate := range []float64{0, 5.25, 5.5, 6, 6.5, 7} {
			var all tally
			for _, other := range pairs {
				if other != pair {
					all.add(count(answers[other], candidate))
				}
			}
			if f1 := 2 * all.precision() * all.recall() / (all.precision() + all.recall()); f1 > best {
				best, bar = f1, candidate
			}
		}
		s := count(answers[pair], bar)
		rows = append(rows, s.row(strings.Replace(pair, "-", " → ", 1)))
		if s.precision() < 0.95 || s.recall() < 0.90 {
			t.Errorf("%s: precision 0.95 and recall 0.90 are wanted: %s", pair, s)
		}
	}
	s := unseen(t)
	if s.precision() < 0.97 || s.recall() < 0.92 {
		t.Errorf("precision 0.97 and recall 0.92 are wanted of the changes of 1.38: %s", s)
	}
	rows = append(rows, s.row("1.37 → 1.38.0-alpha.2"))
	measured.Table(t, "../../docs/changelog.md", "| releases | labelled changes | right | found |", rows, *update)
}

// row formats a tally as a table row.
func (s tally) row(releases string) string {
	return fmt.Sprintf("| %s | %d | %s | %s |", releases, s.changes, measured.Share(s.right, s.linked), measured.Share(s.right, s.labelled))
}

// answersOf links a pair as a report that has the texts of the notes.
func answersOf(in link.Input, l labels) (out []answer) {
	result := link.Link(in)
	for i := range in.Changes {
		k := key(&in.Changes[i])
		var a answer
		got := 0
		if links := result.Links[i]; len(links) > 0 {
			got, a.score, a.linked = in.Notes[links[0].Note].PR, links[0].Score, true
		}
		want, labelled := l.Labels[k]
		perhaps, maybe := l.Perhaps[k]
		if !labelled && !maybe {
			continue
		}
		a.change, a.pr = k, got
		a.wanted, a.allowed = len(want) > 0, maybe && slices.Contains(perhaps, got)
		a.right = slices.Contains(want, got)
		out = append(out, a)
	}
	return out
}

// count compares answers with labels. Links below a score count as no link.
func count(answers []answer, bar float64) (s tally) {
	for _, a := range answers {
		linked := a.linked && a.score >= bar
		if a.allowed || !a.wanted && !linked && !a.right {
			s.changes++
			continue
		}
		s.changes++
		if a.wanted {
			s.labelled++
		}
		if linked {
			s.linked++
			if a.right {
				s.right++
			}
		}
	}
	return s
}
