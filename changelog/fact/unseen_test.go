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
	"github.com/kubedelta/kubedelta/discovery"
)

// unseenRow reads the pre-releases of 1.38 with the names of 1.37.
func unseenRow(t *testing.T) string {
	t.Helper()
	d := fact.CompileBefore(vocabulary(t, "1.37"), released(t, "1.38"))
	facts := map[string]changelog.Facts{}
	for _, n := range unseenNotes(t) {
		facts[entryName("1.38", n.PR)] = d.Of(released(t, "1.38"), n.Text, n.Documentation)
	}
	if len(facts) != 200 {
		t.Fatalf("%d entries", len(facts))
	}
	return unseen(t, "1.38", "1.38.0-alpha.1 and alpha.2", facts, 0.97)
}

// TestUnseenOld reads notes of 1.14 to 1.18 with the names of the release before each.
// TestUnseenNew, TestUnseenAgain and TestUnseenThird read notes of 1.19 to 1.36.
func TestUnseenOld(t *testing.T) { t.Log(unseenOf(t, "1.14-1.18", 14, 18)) }

func TestUnseenNew(t *testing.T) { t.Log(unseenOf(t, "1.19-1.36", 19, 36)) }

func TestUnseenAgain(t *testing.T) { t.Log(unseenOf(t, "again-1.19-1.36", 19, 36)) }

func TestUnseenThird(t *testing.T) { t.Log(unseenOf(t, "third-1.19-1.36", 19, 36)) }

func unseenOf(t *testing.T, file string, first, last int) string {
	t.Helper()
	facts := map[string]changelog.Facts{}
	for minor := first; minor <= last; minor++ {
		release := discovery.Release{Major: 1, Minor: minor}
		before := discovery.Release{Major: 1, Minor: minor - 1}
		d := fact.CompileBefore(vocabulary(t, before.String()), release)
		for number, n := range notesOf(t, release.String()+".0") {
			facts[entryName(release.String(), number)] = d.Of(release, n.Text, n.Documentation)
		}
	}
	return unseen(t, file, file, facts, 0.95)
}

func entryName(release string, number int) string { return release + " #" + strconv.Itoa(number) }

// unseen compares facts with all parts of a label file. The share bar must be right and found. It
// returns the result as a table row.
func unseen(t *testing.T, file, name string, facts map[string]changelog.Facts, bar float64) string {
	t.Helper()
	parts := unseenLabels(t, file)
	names := map[string]label{}
	for _, line := range parts["names"] {
		l := parseNames(t, line)
		names[entryName(l.release, l.number)] = l
	}
	labelled := map[string]changelog.Facts{}
	right, wrong, missing := 0, 0, 0
	for _, line := range parts["labels"] {
		l := parseLabel(t, line)
		name := entryName(l.release, l.number)
		f, ok := facts[name]
		if !ok {
			t.Fatalf("no note of %s", name)
		}
		labelled[name] = f
		got, want := drawn(f, l.facts["gates"]), l.facts
		got["deprecated"], got["removed"], got["locked names"] = f.DeprecatedNames, f.RemovedNames, f.LockedNames
		want["deprecated"], want["removed"], want["locked names"] = names[name].facts["deprecated"], names[name].facts["removed"], names[name].facts["locked"]
		r, w, m := agreement(want, got)
		if w+m > 0 {
			t.Logf("%s: got %v, want %v", name, got, want)
		}
		right, wrong, missing = right+r, wrong+w, missing+m
	}
	precision, recall := share(right, wrong), share(right, missing)
	if precision < bar || recall < bar {
		t.Errorf("precision %.3f and recall %.3f must reach %.2f", precision, recall, bar)
	}
	asks(t, labelled, parts["actions"])
	return row(name, len(labelled), right, wrong, missing)
}

// asks compares the notes that ask for an action with those that a reader found, and those that a
// reader could list or leave out.
func asks(t *testing.T, facts map[string]changelog.Facts, labels []string) {
	t.Helper()
	for entry, f := range facts {
		_, name, _ := strings.Cut(entry, " ")
		if f.Asks != slices.Contains(labels, name) && !slices.Contains(labels, "perhaps "+name) {
			t.Errorf("%s asks for something: %v", entry, f.Asks)
		}
	}
}

// unseenLabels returns the lines of each part of the labels.
func unseenLabels(t *testing.T, file string) map[string][]string {
	t.Helper()
	raw, err := os.ReadFile("../../fixtures/labels/facts/" + file + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string][]string{}
	for _, f := range txtar.Parse(raw).Files {
		parts[f.Name] = strings.Split(strings.TrimSpace(string(f.Data)), "\n")
	}
	return parts
}

// unseenNotes returns the notes of both pre-releases.
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
