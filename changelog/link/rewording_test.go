package link_test

import (
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/changelog/link"
	"github.com/kubedelta/kubedelta/fixtures/measured"
	"github.com/kubedelta/kubedelta/fixtures/reword"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
	declared "github.com/kubedelta/kubedelta/history"
)

// labelledPair is a pair of releases with its labels, and the links with the original notes.
type labelledPair struct {
	name       string
	in         link.Input
	labels     labels
	dictionary *fact.Dictionary
	before     []answer
}

// TestRewordings rewrites the notes in other words with the same meaning. The links of the labelled
// changes must be the same.
func TestRewordings(t *testing.T) {
	measuredPairs := []string{"1.36-1.37"}
	if thorough.On() {
		measuredPairs = pairs
	}
	metrics, err := declared.Declared()
	if err != nil {
		t.Fatal(err)
	}
	var all []labelledPair
	for _, name := range measuredPairs {
		p := labelledPair{name: name, in: input(t, name, false), labels: readLabels(t, name)}
		words := fact.VocabularyOf(p.in.Old, p.in.New)
		words.Metrics = metrics.Metrics()
		p.dictionary, p.before = fact.Compile(words), answersOf(p.in, p.labels)
		all = append(all, p)
	}
	measures := reword.NewMeasures(firstLinks)
	for _, r := range reword.Table {
		t.Run(r.Class+"/"+r.Name, func(t *testing.T) {
			if r.Names && !thorough.On() {
				t.Skip("the allowed share is that of all pairs; KUBEDELTA_THOROUGH=1 runs it")
			}
			var sum tally
			changed := 0
			for _, p := range all {
				in, changes := p.reworded(&r)
				if len(changes) == 0 {
					continue
				}
				var of []answer // about reworded notes, or with another link than before
				for i, a := range answersOf(in, p.labels) {
					if changes[a.change] || p.before[i].pr != a.pr {
						of = append(of, a)
					}
				}
				changed += len(changes)
				sum.add(count(of, 0))
				p.logChanges(t, in, of)
			}
			measures.Add(t, &r, reword.Measure{Changed: changed, Right: sum.right, Given: sum.linked, Labelled: sum.labelled})
		})
	}
	if thorough.On() {
		measured.Table(t, "../../docs/changelog.md", "| links of notes with other | wordings | first: right | found | corrected: right | found |", measures.Rows(), *update)
	}
}

// firstLinks is what was measured before the rules were corrected: right, linked, labelled.
var firstLinks = map[string][3]int{
	"marks around names": {2024, 2031, 2057}, "graduations": {1286, 1286, 1286}, "stages": {787, 787, 787}, "feature gate": {1166, 1166, 1179},
	"defaults": {152, 152, 162}, "locks": {15, 15, 15}, "removals": {110, 110, 132}, "deprecations": {6, 6, 6}, "form of the verb": {1825, 1825, 1845},
	"flags": {8, 8, 8}, "fields": {184, 185, 188}, "kinds": {488, 505, 530}, "versions": {559, 562, 574}, "releases": {205, 207, 211},
	"beginning": {4758, 4760, 4838}, "end": {1923, 1923, 1953}, "order": {27, 27, 34}, "several together": {2600, 2609, 2651},
}

// reworded returns the pair with all notes in other words, and the labelled changes whose notes
// were rewritten.
func (p *labelledPair) reworded(r *reword.Rewording) (in link.Input, changes map[string]bool) {
	in = p.in
	in.Notes = slices.Clone(in.Notes)
	changed := map[int]bool{}
	for i := range in.Notes {
		n := &in.Notes[i]
		if text := r.Of(n.Text); text != n.Text {
			n.Text, changed[n.PR] = text, true
			n.Facts = p.dictionary.Of(in.New.Release, text, n.Documentation)
		}
	}
	changes = map[string]bool{}
	for change, prs := range p.labels.Labels {
		if slices.ContainsFunc(prs, func(pr int) bool { return changed[pr] }) {
			changes[change] = true
		}
	}
	return in, changes
}

// logChanges logs the changes whose links differ from the labels.
func (p *labelledPair) logChanges(t *testing.T, in link.Input, answers []answer) {
	t.Helper()
	for _, a := range answers {
		if a.right || a.allowed {
			continue
		}
		t.Logf("%s %s: #%d, want %v", p.name, a.change, a.pr, p.labels.Labels[a.change])
		for i := range in.Notes {
			if n := &in.Notes[i]; n.PR != 0 && (n.PR == a.pr || slices.Contains(p.labels.Labels[a.change], n.PR)) {
				t.Logf("    #%d %.250s", n.PR, n.Text)
			}
		}
	}
}
