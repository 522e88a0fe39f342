package fact_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/changelog/markdown"
)

// TestUnseen reads the pre-releases of 1.38 with what was known at 1.37. Its figures
// stand in docs/changelog.md.
func TestUnseen(t *testing.T) {
	parts := unseenLabels(t)
	d := fact.CompileBefore(vocabulary(t, "1.37"), released(t, "1.38"))
	facts := map[int]changelog.Facts{}
	for _, n := range unseenNotes(t) {
		facts[n.PR] = d.Of(released(t, "1.38"), n.Text, n.Documentation)
	}
	if len(facts) != 200 || len(parts["labels"]) != 200 {
		t.Fatalf("%d entries, %d labels", len(facts), len(parts["labels"]))
	}
	names := map[int]label{}
	for _, line := range parts["names"] {
		l := parseNames(t, line)
		names[l.number] = l
	}
	right, wrong, missing := 0, 0, 0
	for _, line := range parts["labels"] {
		l := parseLabel(t, line)
		f := facts[l.number]
		got, want := drawn(f, l.facts["gates"]), l.facts
		got["deprecated"], got["removed"], got["locked names"] = f.DeprecatedNames, f.RemovedNames, f.LockedNames
		want["deprecated"], want["removed"], want["locked names"] = names[l.number].facts["deprecated"], names[l.number].facts["removed"], names[l.number].facts["locked"]
		r, w, m := agreement(want, got)
		if w+m > 0 {
			t.Logf("#%d: got %v, want %v", l.number, got, want)
		}
		right, wrong, missing = right+r, wrong+w, missing+m
	}
	precision, recall := share(right, wrong), share(right, missing)
	t.Logf("| 1.38.0-alpha.2 | %d | %.3f (%d/%d) | %.3f (%d/%d) |", len(facts), precision, right, right+wrong, recall, right, right+missing)
	if precision < 0.97 || recall < 0.97 {
		t.Errorf("precision %.3f and recall %.3f must reach 0.97", precision, recall)
	}
	asks(t, facts, parts["actions"])
}

// asks holds the entries that ask for something against those that a reader found,
// and those that a reader could list or leave.
func asks(t *testing.T, facts map[int]changelog.Facts, labels []string) {
	t.Helper()
	for number, f := range facts {
		name := "#" + strconv.Itoa(number)
		if f.Asks != slices.Contains(labels, name) && !slices.Contains(labels, "perhaps "+name) {
			t.Errorf("%s asks for something: %v", name, f.Asks)
		}
	}
}

// unseenLabels are the lines of each part of the labels.
func unseenLabels(t *testing.T) map[string][]string {
	t.Helper()
	raw, err := os.ReadFile("../../fixtures/labels/facts/1.38.txtar")
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string][]string{}
	for _, f := range txtar.Parse(raw).Files {
		parts[f.Name] = strings.Split(strings.TrimSpace(string(f.Data)), "\n")
	}
	return parts
}

// unseenNotes are the entries of both pre-releases.
func unseenNotes(t *testing.T) (notes []changelog.Note) {
	t.Helper()
	text, err := os.ReadFile("../../fixtures/notes/unseen/1.38.0.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, doc := range markdown.Parse(text, "") {
		notes = append(notes, doc.Notes...)
	}
	return notes
}
