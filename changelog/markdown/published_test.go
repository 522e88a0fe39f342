package markdown_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/markdown"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

// published reads the notes of a minor's release as the release team wrote them.
func published(t testing.TB, minor int) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(data.Root(t), "release-notes", "markdown", fmt.Sprintf("1.%d.0.md", minor)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestPublished checks the numbers of notes in published changelogs. Each number was also counted
// in another way. Comments explain notes that are not plain bullets.
func TestPublished(t *testing.T) {
	releases := map[int]struct {
		entries, withPR, withSIG, merged int
	}{
		// The SIGs of 1.16 and 1.17 are those of headings. #74416 and #78033 share a bullet. Groups
		// have 8 labels, which are not notes.
		16: {247, 239, 155, 8},
		// #84304 and #85260 have two lines each that lost their bullets.
		17: {294, 287, 244, 8},
		// 259 bullets in the first columns, 5 at two columns below "Features graduated to beta" and
		// "to GA", and 4 children of #87628 that are notes of other pull requests.
		18: {268, 265, 264, 3},
		19: {387, 387, 372, 0},
		// One note is the template of pull requests, and has no number.
		20: {313, 312, 280, 4},
		21: {281, 281, 197, 6},
		22: {345, 345, 87, 0},
		23: {302, 302, 56, 0},
		24: {317, 317, 2, 1},
		25: {221, 221, 41, 0},
		26: {218, 218, 37, 0},
		27: {325, 325, 95, 0},
		28: {290, 290, 123, 0},
		// The template again.
		29: {280, 279, 29, 6},
		30: {248, 248, 1, 0},
		// 307 bullets, of which one is empty.
		31: {306, 306, 202, 1},
		32: {291, 291, 226, 0},
		33: {250, 250, 202, 2},
		34: {326, 326, 221, 0},
		35: {243, 243, 153, 0},
		// Two of them are of the kind "Dependency".
		36: {344, 344, 344, 0},
		// The draft at rc.0: 384 bullets in the first column, and one behind a space.
		37: {385, 385, 385, 0},
	}
	for _, minor := range data.Notes(t) {
		if _, counted := releases[minor]; !counted {
			t.Errorf("the notes of 1.%d are at hand, and nobody counted them", minor)
		}
	}
	for minor, want := range releases {
		t.Run(fmt.Sprintf("1.%d", minor), func(t *testing.T) {
			documents := markdown.Parse(published(t, minor), fmt.Sprintf("1.%d.0", minor))
			if len(documents) != 1 {
				t.Fatalf("%d documents", len(documents))
			}
			doc := documents[0]
			s := doc.Stats
			if got := [4]int{s.Entries, s.WithPR, s.WithSIG, s.Merged}; got != [4]int{want.entries, want.withPR, want.withSIG, want.merged} {
				t.Errorf("got %v, want %v", got, want)
			}
			checkStats(t, doc)
			checkNotes(t, doc)
		})
	}
}

// checkNotes checks what is true for every note.
func checkNotes(t testing.TB, doc changelog.Document) {
	t.Helper()
	seen := map[string]bool{}
	for _, n := range doc.Notes {
		if n.Release != doc.Release {
			t.Errorf("#%d is of %q in the notes of %q", n.PR, n.Release, doc.Release)
		}
		if key := fmt.Sprint(n.Repository, n.PR, n.Authors[:min(1, len(n.Authors))]); n.PR != 0 {
			if seen[key] { // one of the numbers is wrong if the authors differ
				t.Errorf("#%d has two notes", n.PR)
			}
			seen[key] = true
			if n.PRs[0] != n.PR {
				t.Errorf("#%d begins with #%d", n.PR, n.PRs[0])
			}
		} else if len(n.PRs) > 0 {
			t.Errorf("an entry without a number has %v", n.PRs)
		}
		for i, s := range n.Sections {
			if i == 0 && s != n.Section || i > 0 && n.Sections[i-1].Rank() > s.Rank() {
				t.Errorf("#%d is in %q of %q", n.PR, n.Section, n.Sections)
			}
		}
		if (len(n.SIGs) == 0) != (n.SIGSource == changelog.SIGUnknown) {
			t.Errorf("#%d has SIGs %v from %s", n.PR, n.SIGs, n.SIGSource)
		}
		if n.SIGs == nil || n.Kinds == nil || n.Areas == nil || n.Authors == nil || n.PRs == nil || n.AlsoIn == nil || n.Gates == nil {
			t.Errorf("#%d has a list that is nil", n.PR)
		}
	}
}

// TestKinds checks the number of notes in each section, from 1.19 on.
func TestKinds(t *testing.T) {
	got := map[changelog.Section]int{}
	for _, minor := range data.Notes(t) {
		if minor < 19 {
			continue // by SIG
		}
		for _, n := range markdown.Parse(published(t, minor), fmt.Sprintf("1.%d.0", minor))[0].Notes {
			for _, s := range n.Sections {
				got[s]++
			}
		}
	}
	for section := range got {
		if section.Rank() == len(changelog.SectionOrder()) {
			t.Errorf("%d entries in %q, which is no section", got[section], section)
		}
	}
	if got[changelog.Uncategorized] != 4 {
		t.Errorf("%d entries are not categorized, want the 2 of 1.21, and those of 1.24 and 1.30", got[changelog.Uncategorized])
	}
	if got[changelog.Dependency] != 7 {
		t.Errorf("%d entries of the kind dependency, want the 2 of 1.36 and the 5 of 1.37", got[changelog.Dependency])
	}
}
