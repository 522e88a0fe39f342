package budget_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/language"
)

// page has a title, a part with rows, a part with items below another part, and a part with only a
// heading.
func page() *budget.Page {
	p := &budget.Page{}
	p.Line(budget.Title, "# Title\n\nsentence\n")
	p.Notice()
	p.Heading(2, "Gone", "\n## Gone\n\n")
	p.Head("| a |\n| --- |\n")
	for i := range 3 {
		p.Line(budget.Keep, fmt.Sprintf("| gone %d |\n", i))
	}
	p.Heading(2, "Notes", "\n## Notes\n")
	p.Heading(3, "Bugs", "\n### Bugs\n\n")
	for i := range 20 {
		p.Line(10, fmt.Sprintf("- bug %d\n", i))
	}
	p.Heading(3, "Features", "\n### Features\n\n")
	for i := range 20 {
		p.Line(20, fmt.Sprintf("- feature %d\n", i))
	}
	p.Heading(2, "Empty", "\n## Empty\n\nnone\n")
	return p
}

func TestWithin(t *testing.T) {
	t.Parallel()
	w := language.Words{}.LeftOut("`-o json` contains all")
	whole := page().String()
	if got := page().Within(0, w); got != whole {
		t.Errorf("without a limit something is gone: %s", got)
	}
	if got := page().Within(len(whole), w); got != whole {
		t.Errorf("in its own size something is gone: %s", got)
	}
	got := page().Within(len(whole)-1, w)
	want := strings.Replace(whole, "sentence\n", "sentence\n\n**17 lines left out to fit the size limit**: 17 of 20 in Bugs. `-o json` contains all.\n", 1)
	for i := 3; i < 20; i++ {
		want = strings.Replace(want, fmt.Sprintf("- bug %d\n", i), "", 1)
	}
	want = strings.Replace(want, "- bug 2\n", "- bug 2\n\n… and 17 more\n", 1)
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestOrderOfLoss tests that headings are removed with their parts, that lines to keep are removed
// last, and that a page is empty if nothing fits.
func TestOrderOfLoss(t *testing.T) {
	t.Parallel()
	w := language.Words{}.LeftOut("the file has all")
	got := page().Within(165, w)
	for _, gone := range []string{"Bugs\n", "### Features", "## Notes", "bug", "feature"} {
		if strings.Contains(got, gone) {
			t.Errorf("%q is still there: %s", gone, got)
		}
	}
	for _, kept := range []string{"# Title", "| gone 2 |", "**40 lines left out to fit the size limit**", "the file has all.", "## Empty"} {
		if !strings.Contains(got, kept) {
			t.Errorf("%q is gone: %s", kept, got)
		}
	}
	if got := page().Within(120, w); !strings.Contains(got, "# Title") || strings.Contains(got, "| gone 2 |") {
		t.Errorf("%s", got)
	}
	if got := page().Within(20, w); got != "" {
		t.Errorf("%q", got)
	}
}

// TestWithinAnyLimit tests that any page keeps any limit, that no line is cut, and that no line is
// removed while a lighter one remains.
func TestWithinAnyLimit(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		p := &budget.Page{}
		weights := map[string]budget.Weight{}
		for i := range random.IntN(60) {
			if random.IntN(5) == 0 {
				p.Heading(1+random.IntN(3), fmt.Sprintf("part %d", random.IntN(4)), fmt.Sprintf("\n# head %d\n", i))
			}
			line := fmt.Sprintf("<%d>%s\n", i, strings.Repeat("ä", random.IntN(40)))
			weights[line] = budget.Weight(random.IntN(5))
			p.Line(weights[line], line)
		}
		p.Notice()
		limit := 1 + random.IntN(1500)
		got := p.Within(limit, language.Words{}.LeftOut("x"))
		if len(got) > limit {
			t.Fatalf("%d bytes of %d", len(got), limit)
		}
		lightest, heaviest := budget.Weight(100), budget.Weight(-1)
		for line, weight := range weights {
			if strings.Contains(got, line) {
				lightest = min(lightest, weight)
			} else {
				heaviest = max(heaviest, weight)
			}
		}
		if got != "" && heaviest > lightest {
			t.Fatalf("a line of weight %d is gone, one of %d is there: %s", heaviest, lightest, got)
		}
		for line := range strings.Lines(got) {
			if strings.HasPrefix(line, "<") && weights[line] == 0 && !strings.Contains(p.String(), line) {
				t.Fatalf("%q is cut", line)
			}
		}
	}
}
