package fact_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/measured"
	"github.com/kubedelta/kubedelta/fixtures/reword"
)

// labelledText is the text of a labelled note, with the facts that a reader found in it.
type labelledText struct {
	name          string
	release       discovery.Release
	text          string
	documentation []changelog.Documentation
	want          map[string][]string
	facts         func(changelog.Facts) map[string][]string
}

// labelledTexts returns the notes of all label files.
func labelledTexts(t *testing.T) (out []labelledText) {
	t.Helper()
	notes := map[string]map[int]published{"1.38": {}}
	for _, n := range unseenNotes(t) {
		notes["1.38"][n.PR] = published{Text: n.Text, Documentation: n.Documentation}
	}
	add := func(l label, facts func(changelog.Facts) map[string][]string) {
		if notes[l.release] == nil {
			notes[l.release] = notesOf(t, l.release+".0")
		}
		n := notes[l.release][l.number]
		out = append(out, labelledText{entryName(l.release, l.number), released(t, l.release), n.Text, n.Documentation, l.facts, facts})
	}
	for _, file := range []string{"labels", "1.14-1.18", "1.19-1.36", "again-1.19-1.36", "third-1.19-1.36", "1.38"} {
		parts := unseenLabels(t, file)
		for part, lines := range parts {
			for _, line := range lines {
				if part == "names" || part == "actions" {
					continue
				}
				l := parseLabel(t, line)
				add(l, func(f changelog.Facts) map[string][]string { return drawn(f, l.facts["gates"]) })
				if name := fmt.Sprintf("#%d", l.number); len(parts["actions"]) > 0 && !slices.Contains(parts["actions"], "perhaps "+name) {
					asks := label{l.release, l.number, map[string][]string{}}
					if slices.Contains(parts["actions"], name) {
						asks.facts["asks"] = []string{"yes"}
					}
					add(asks, func(f changelog.Facts) map[string][]string {
						if f.Asks {
							return map[string][]string{"asks": {"yes"}}
						}
						return nil
					})
				}
			}
		}
	}
	for _, lines := range unseenLabels(t, "names") {
		for _, line := range lines {
			add(parseNames(t, line), func(f changelog.Facts) map[string][]string {
				return map[string][]string{"deprecated": f.DeprecatedNames, "removed": f.RemovedNames, "locked": f.LockedNames}
			})
		}
	}
	return out
}

// TestRewordings rewrites the labelled notes in other words with the same meaning. The facts must
// be the same.
func TestRewordings(t *testing.T) {
	dictionaries := map[string]*fact.Dictionary{}
	texts := labelledTexts(t)
	for i := range texts {
		r := texts[i].release
		if dictionaries[r.String()] == nil {
			before := discovery.Release{Major: r.Major, Minor: r.Minor - 1}
			dictionaries[r.String()] = fact.CompileBefore(vocabulary(t, before.String()), r)
		}
	}
	tables := reword.NewMeasures(firstFacts)
	for _, rewording := range reword.Table {
		if rewording.Names {
			continue // labels have names as they are written
		}
		t.Run(rewording.Class+"/"+rewording.Name, func(t *testing.T) {
			changed, right, wrong, missing := 0, 0, 0, 0
			for i := range texts {
				l := &texts[i]
				text := rewording.Of(l.text)
				if text == l.text {
					continue
				}
				changed++
				got := l.facts(dictionaries[l.release.String()].Of(l.release, text, l.documentation))
				r, w, m := agreement(l.want, got)
				if w+m > 0 {
					t.Logf("%s: %.300s\nwant %v\ngot  %v", l.name, text, l.want, got)
				}
				right, wrong, missing = right+r, wrong+w, missing+m
			}
			tables.Add(t, &rewording, reword.Measure{Changed: changed, Right: right, Given: right + wrong, Labelled: right + missing})
		})
	}
	measured.Table(t, "../../docs/changelog.md", "| facts of notes with other | wordings | first: right | found | corrected: right | found |", tables.Rows(), *update)
}

// firstFacts is what was measured before the rules were corrected: right, given, labelled.
var firstFacts = map[string][3]int{
	"marks around names": {4414, 4455, 4649}, "graduations": {2078, 2079, 2160}, "stages": {1527, 1636, 1615}, "feature gate": {2986, 3004, 3010},
	"defaults": {577, 582, 624}, "locks": {106, 107, 112}, "removals": {852, 920, 984}, "deprecations": {76, 76, 89},
	"form of the verb": {3054, 3084, 3090}, "flags": {311, 311, 315}, "fields": {61, 61, 62}, "versions": {95, 95, 100}, "releases": {611, 616, 611},
	"beginning": {10126, 10241, 10267}, "end": {4208, 4238, 4263}, "order": {66, 68, 69}, "several together": {5483, 5591, 5836},
}
