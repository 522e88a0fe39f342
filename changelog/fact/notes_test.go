package fact_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/history"
)

// published is the part of a machine-readable note that the tests use.
type published struct {
	Number        int                       `json:"pr_number"`
	Text          string                    `json:"text"`
	Documentation []changelog.Documentation `json:"documentation"`
	Withheld      bool                      `json:"do_not_publish"`
	Mapped        bool                      `json:"is_mapped"`
}

// notesOf reads the notes of a release, such as "1.24.0", by pull request.
func notesOf(t testing.TB, release string) map[int]published {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(data.Root(t), "release-notes", "json", release+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var byKey map[string]published
	if err := json.Unmarshal(raw, &byKey); err != nil {
		t.Fatal(err)
	}
	notes := map[int]published{}
	for _, n := range byKey {
		notes[n.Number] = n
	}
	return notes
}

// finals lists the final minor releases with machine-readable notes, oldest first.
func finals(t testing.TB) (releases []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(data.Root(t), "release-notes", "json", "*.0.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no machine-readable notes in the data: %v", err)
	}
	for _, file := range files {
		if name := strings.TrimSuffix(filepath.Base(file), ".json"); !strings.Contains(name, "-") {
			releases = append(releases, name)
		}
	}
	slices.Sort(releases)
	return releases
}

// vocabulary returns the names of some releases of the catalog.
func vocabulary(t testing.TB, releases ...string) fact.Vocabulary {
	t.Helper()
	c := catalog.New()
	var surfaces []*discovery.Surface
	for _, name := range releases {
		release, err := discovery.ParseRelease(name)
		if err != nil {
			t.Fatal(err)
		}
		surface, err := c.Load(t.Context(), release)
		if err != nil {
			t.Fatal(err)
		}
		surfaces = append(surfaces, surface)
	}
	v := fact.VocabularyOf(surfaces...)
	table, err := history.Declared()
	if err != nil {
		t.Fatal(err)
	}
	v.Metrics = table.Metrics()
	return v
}

// everything is a dictionary with releases from the whole range.
func everything(t testing.TB) *fact.Dictionary {
	return fact.Compile(vocabulary(t, "1.16", "1.20", "1.24", "1.28", "1.32", "1.35", "1.37"))
}

func released(t testing.TB, name string) discovery.Release {
	t.Helper()
	r, err := discovery.ParseRelease(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRealNotes checks the facts of all published notes with check.
func TestRealNotes(t *testing.T) {
	d := everything(t)
	keps := 0
	for _, release := range finals(t) {
		for _, note := range notesOf(t, release) {
			f := d.Of(released(t, strings.TrimSuffix(release, ".0")), note.Text, note.Documentation)
			check(t, note.Text, f)
			if len(f.KEPs) > 0 {
				keps++
			}
		}
	}
	if keps < 990 {
		t.Errorf("%d notes with KEPs: far fewer than there are", keps)
	}
}
