package fact_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/changelog"
)

// label is what a reader found in a note, by fact.
type label struct {
	release string
	number  int
	facts   map[string][]string
}

// measure is a fact with the least precision and recall. Facts with few labels have 0, and are only
// counted.
type measure struct {
	name              string
	precision, recall float64
}

var (
	scoredFacts = []measure{
		{"gates", 0.95, 0.95}, {"flags", 0.95, 0.95}, {"metrics", 0.95, 0.95}, {"gvs", 0.95, 0.95}, {"graduations", 0.95, 0.95}, {"removes", 0.95, 0.95},
		{"deprecates", 0.95, 0.95}, {"graduated gates", 0.9, 0.9}, {"planned", 0.9, 0.9}, {"renames", 0, 0}, {"default-on", 0, 0}, {"locked", 0, 0},
	}
	scoredNames = []measure{{"deprecated", 0.9, 0.85}, {"removed", 0.9, 0.85}, {"locked", 0.9, 0.85}}
)

// TestLabels compares the facts of published notes with those that a reader found.
func TestLabels(t *testing.T) { score(t, "labels.txtar", scoredFacts, parseLabel, drawn) }

// TestLabelledNames compares the names that statements are about with those that a reader found.
func TestLabelledNames(t *testing.T) {
	score(t, "names.txtar", scoredNames, parseNames, func(f changelog.Facts, _ []string) map[string][]string {
		return map[string][]string{"deprecated": f.DeprecatedNames, "removed": f.RemovedNames, "locked": f.LockedNames}
	})
}

func score(t *testing.T, file string, measures []measure, parse func(*testing.T, string) label, drawn func(changelog.Facts, []string) map[string][]string) {
	t.Helper()
	d := everything(t)
	raw, err := os.ReadFile("../../fixtures/labels/facts/" + file)
	if err != nil {
		t.Fatal(err)
	}
	notes := map[string]map[int]published{}
	for _, file := range txtar.Parse(raw).Files {
		t.Run(file.Name, func(t *testing.T) {
			tally := newTally(t, measures)
			for line := range strings.SplitSeq(strings.TrimSpace(string(file.Data)), "\n") {
				l := parse(t, line)
				if notes[l.release] == nil {
					notes[l.release] = notesOf(t, l.release+".0")
				}
				note, ok := notes[l.release][l.number]
				if !ok {
					t.Fatalf("%s: no note of #%d", l.release, l.number)
				}
				tally.add(l, drawn(d.Of(released(t, l.release), note.Text, note.Documentation), l.facts["gates"]))
			}
			tally.judge()
		})
	}
}

// parseNames reads a line of names.txtar.
func parseNames(t *testing.T, line string) label {
	t.Helper()
	l, parts := parseEntry(t, line)
	for _, part := range parts {
		name, values, _ := strings.Cut(part, " ")
		if name != "deprecated" && name != "removed" && name != "locked" {
			t.Fatalf("%q: no list is called %s", line, name)
		}
		l.facts[name] = strings.Fields(values)
	}
	return l
}

// parseEntry reads the release and pull request of a line.
func parseEntry(t *testing.T, line string) (l label, parts []string) {
	t.Helper()
	parts = strings.Split(line, " | ")
	release, number, _ := strings.Cut(parts[0], " #")
	n, err := strconv.Atoi(number)
	if err != nil {
		t.Fatalf("%q is no label: %v", line, err)
	}
	return label{release: release, number: n, facts: map[string][]string{}}, parts[1:]
}

func parseLabel(t *testing.T, line string) label {
	t.Helper()
	l, parts := parseEntry(t, line)
	for _, part := range parts {
		name, values, _ := strings.Cut(part, " ")
		list := strings.Fields(values)
		switch name {
		case "alpha", "beta", "stable":
			l.facts["graduations"] = append(l.facts["graduations"], name)
			for _, gate := range list {
				l.facts["graduated gates"] = append(l.facts["graduated gates"], name+" "+gate)
			}
		case "removes", "deprecates", "default-on", "locked":
			l.facts[name] = []string{"yes"}
		case "gates", "flags", "metrics", "gvs", "planned", "renames":
			l.facts[name] = list
		default:
			t.Fatalf("%q: no fact is called %s", line, name)
		}
	}
	return l
}

// drawn returns the facts in the form of a label.
func drawn(f changelog.Facts, gates []string) map[string][]string {
	out := map[string][]string{"gates": f.Gates, "flags": f.Flags, "metrics": f.Metrics, "gvs": f.GroupVersions}
	for _, g := range f.Graduations {
		out["graduations"] = append(out["graduations"], string(g.Stage))
		for _, name := range g.Names {
			if slices.Contains(gates, name) {
				out["graduated gates"] = append(out["graduated gates"], string(g.Stage)+" "+name)
			}
		}
	}
	for name, is := range map[string]bool{"removes": f.Removes, "deprecates": f.Deprecates, "default-on": f.DefaultOn, "locked": f.Locked} {
		if is {
			out[name] = []string{"yes"}
		}
	}
	if f.RemovalPlanned != "" {
		out["planned"] = []string{f.RemovalPlanned}
	}
	for _, r := range f.Renames {
		out["renames"] = append(out["renames"], r.From+"="+r.To)
	}
	return out
}

// tally counts agreements.
type tally struct {
	t                     *testing.T
	measures              []measure
	right, wrong, missing map[string]int
}

func newTally(t *testing.T, measures []measure) *tally {
	return &tally{t: t, measures: measures, right: map[string]int{}, wrong: map[string]int{}, missing: map[string]int{}}
}

func (c *tally) add(l label, got map[string][]string) {
	for _, s := range c.measures {
		for _, value := range got[s.name] {
			if slices.Contains(l.facts[s.name], value) {
				c.right[s.name]++
			} else {
				c.wrong[s.name]++
				c.t.Logf("%s #%d: %s: %s is wrong", l.release, l.number, s.name, value)
			}
		}
		for _, value := range l.facts[s.name] {
			if !slices.Contains(got[s.name], value) {
				c.missing[s.name]++
				c.t.Logf("%s #%d: %s: %s is missing", l.release, l.number, s.name, value)
			}
		}
	}
}

func (c *tally) judge() {
	var b strings.Builder
	for _, s := range c.measures {
		right, wrong, missing := c.right[s.name], c.wrong[s.name], c.missing[s.name]
		if right+wrong+missing == 0 {
			continue
		}
		precision, recall := share(right, wrong), share(right, missing)
		fmt.Fprintf(&b, "%-16s precision %.2f recall %.2f (%d right, %d wrong, %d missing)\n", s.name, precision, recall, right, wrong, missing)
		if precision < s.precision || recall < s.recall {
			c.t.Errorf("%s: precision %.2f and recall %.2f must reach %.2f and %.2f", s.name, precision, recall, s.precision, s.recall)
		}
	}
	c.t.Logf("\n%s", b.String())
}

func share(right, other int) float64 {
	if right+other == 0 {
		return 1
	}
	return float64(right) / float64(right+other)
}
