package fact_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/measured"
)

var update = flag.Bool("update", false, "write what was measured into docs/changelog.md")

// TestCrossValidation reads the labelled notes of each release from 1.29 on with the gates and APIs
// of older releases only, and then the pre-releases of 1.38. The result is a table in
// docs/changelog.md.
func TestCrossValidation(t *testing.T) {
	var rows []string
	for minor := 29; minor <= discovery.NewestMinor; minor++ {
		release := discovery.Release{Major: 1, Minor: minor}
		before := discovery.Release{Major: 1, Minor: minor - 1}
		d := fact.CompileBefore(vocabulary(t, before.String()), release)
		notes := notesOf(t, release.String()+".0")
		entries, right, wrong, missing := 0, 0, 0, 0
		for _, set := range []struct {
			file  string
			parse func(*testing.T, string) label
			drawn func(changelog.Facts, []string) map[string][]string
		}{
			{"labels.txtar", parseLabel, drawn},
			{"names.txtar", parseNames, func(f changelog.Facts, _ []string) map[string][]string {
				return map[string][]string{"deprecated": f.DeprecatedNames, "removed": f.RemovedNames, "locked": f.LockedNames}
			}},
		} {
			for _, l := range labelsOf(t, set.file, release.String(), set.parse) {
				note, ok := notes[l.number]
				if !ok {
					t.Fatalf("%s: no note of #%d", l.release, l.number)
				}
				entries++
				got := set.drawn(d.Of(release, note.Text, note.Documentation), l.facts["gates"])
				r, w, m := agreement(l.facts, got)
				right, wrong, missing = right+r, wrong+w, missing+m
			}
		}
		if entries == 0 {
			t.Logf("%s: no labels", release)
			continue
		}
		precision, recall := share(right, wrong), share(right, missing)
		rows = append(rows, row(release.String(), entries, right, wrong, missing))
		if right+missing >= 20 && (precision < 0.93 || recall < 0.90) {
			t.Errorf("%s: precision %.3f and recall %.3f must reach 0.93 and 0.90", release, precision, recall)
		}
	}
	rows = append(rows, unseenRow(t))
	measured.Table(t, "../../docs/changelog.md", "| release | labelled notes | right | found |", rows, *update)
}

// row formats the result for one release as a table row.
func row(release string, entries, right, wrong, missing int) string {
	return fmt.Sprintf("| %s | %d | %s | %s |", release, entries, measured.Share(right, right+wrong), measured.Share(right, right+missing))
}

// labelsOf returns the labels of one release from all parts of a file.
func labelsOf(t *testing.T, file, release string, parse func(*testing.T, string) label) (out []label) {
	t.Helper()
	raw, err := os.ReadFile("../../fixtures/labels/facts/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range txtar.Parse(raw).Files {
		for line := range strings.SplitSeq(strings.TrimSpace(string(part.Data)), "\n") {
			if l := parse(t, line); l.release == release {
				out = append(out, l)
			}
		}
	}
	return out
}

// agreement counts the values that want and got share, and those that only one of them has.
func agreement(want, got map[string][]string) (right, wrong, missing int) {
	for name, values := range got {
		for _, v := range values {
			if slices.Contains(want[name], v) {
				right++
			} else {
				wrong++
			}
		}
	}
	for name, values := range want {
		for _, v := range values {
			if !slices.Contains(got[name], v) {
				missing++
			}
		}
	}
	return right, wrong, missing
}
