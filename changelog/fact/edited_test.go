package fact_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

// TestEditedTexts compares the facts of notes in pre-releases with the facts of the final text,
// which the release team edited. They must be the same. No rule was made for the texts of
// pre-releases. Some differences are right, because the editors added or removed a fact.
func TestEditedTexts(t *testing.T) {
	finals, dictionaries, seen := map[string]map[int]published{}, map[string]*fact.Dictionary{}, map[string]bool{}
	texts, both, early, late := 0, 0, 0, 0
	for _, name := range preReleases(t) {
		final, _, _ := strings.Cut(name, "-")
		release := released(t, strings.TrimSuffix(final, ".0"))
		if finals[final] == nil {
			finals[final] = notesOf(t, final)
			before := discovery.Release{Major: 1, Minor: release.Minor - 1}
			dictionaries[final] = fact.CompileBefore(vocabulary(t, before.String()), release)
		}
		for number, draft := range notesOf(t, name) {
			note, ok := finals[final][number]
			if !ok || note.Text == draft.Text || seen[final+draft.Text] {
				continue
			}
			seen[final+draft.Text] = true
			texts++
			facts := func(n published) map[string][]string {
				return allFacts(dictionaries[final].Of(release, n.Text, n.Documentation))
			}
			r, w, m := agreement(facts(note), facts(draft))
			both, early, late = both+r, early+w, late+m
			if w+m > 0 {
				t.Logf("%s #%d: %v, final %v\n%s\n%s", name, number, facts(draft), facts(note), draft.Text, note.Text)
			}
		}
	}
	t.Logf("%d texts: %d facts in both, %d only before, and %d only after they were edited", texts, both, early, late)
	if texts < 1000 || share(both, early) < 0.985 || share(both, late) < 0.95 {
		t.Errorf("%d texts (1000): %.3f of the facts before (0.985), and %.3f of those after they were edited (0.95) are the same", texts, share(both, early), share(both, late))
	}
}

// preReleases lists the pre-releases with machine-readable notes.
func preReleases(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(data.Root(t), "release-notes", "json", "*-*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no notes of pre-releases in the data: %v", err)
	}
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".json"))
	}
	return names
}

// allFacts returns the facts of a note in the form of labels.
func allFacts(f changelog.Facts) map[string][]string {
	out := drawn(f, f.Gates)
	out["deprecated"], out["removed"], out["locked names"] = f.DeprecatedNames, f.RemovedNames, f.LockedNames
	if f.Asks {
		out["asks"] = []string{"yes"}
	}
	return out
}
