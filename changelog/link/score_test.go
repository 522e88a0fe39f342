package link_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// modes are what the linker knows about the API and the notes.
var modes = []struct {
	name  string
	input func(t testing.TB, pair string) link.Input
}{
	{"descriptions and texts", func(t testing.TB, pair string) link.Input { return input(t, pair, true) }},
	{"the catalog and texts", func(t testing.TB, pair string) link.Input { return input(t, pair, false) }},
	{"the catalog and facts", func(t testing.TB, pair string) link.Input {
		in := input(t, pair, false)
		factsAlone(&in)
		return in
	}},
}

// TestLabels compares the links with the labels. The first pairs were labelled before the scoring
// was tuned, the others after it. The rules were then corrected for them too, so none of them is
// unseen now.
func TestLabels(t *testing.T) {
	for _, set := range []struct {
		name  string
		pairs []string
		// goals are the least precision and recall by mode.
		goals [3][2]float64
	}{
		{"tuned on", []string{"1.24-1.25", "1.28-1.29", "1.32-1.33"}, [3][2]float64{{0.95, 0.95}, {0.95, 0.80}, {0.90, 0.50}}},
		{"held out at first", []string{"1.23-1.24", "1.25-1.26", "1.26-1.27", "1.27-1.28", "1.29-1.30", "1.30-1.31", "1.31-1.32", "1.33-1.34", "1.34-1.35", "1.35-1.36", "1.36-1.37"}, [3][2]float64{{0.95, 0.90}, {0.95, 0.80}, {0.90, 0.55}}},
	} {
		for i, mode := range modes {
			if i < len(modes)-1 && !thorough.On() {
				continue // as in the built-in catalog
			}
			t.Run(set.name+"/"+mode.name, func(t *testing.T) {
				var all tally
				for _, pair := range set.pairs {
					score := compare(t, mode.input(t, pair), readLabels(t, pair))
					t.Logf("%s: %s", pair, score)
					all.add(score)
				}
				t.Logf("all: %s", all)
				if goal := set.goals[i]; all.precision() < goal[0] || all.recall() < goal[1] {
					t.Errorf("precision %.3f and recall %.3f are wanted: %s", goal[0], goal[1], all)
				}
			})
		}
	}
}

// factsAlone removes from the notes what the built-in catalog does not have.
func factsAlone(in *link.Input) {
	for i := range in.Notes {
		in.Notes[i].Text, in.Notes[i].Documentation = "", nil
	}
}
