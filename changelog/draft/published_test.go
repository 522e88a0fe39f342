package draft_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/draft"
	"github.com/kubedelta/kubedelta/changelog/markdown"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

func folder(t testing.TB) string {
	t.Helper()
	return filepath.Join(data.Root(t), "release-notes")
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestPublished reads every published file and checks that no entry is lost.
func TestPublished(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(folder(t), "json", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("there are no drafts", err)
	}
	entries, urgent, unpublished := 0, 0, 0
	for _, file := range files {
		release := strings.TrimSuffix(filepath.Base(file), ".json")
		doc, err := draft.Decode(read(t, file), release)
		if err != nil {
			t.Errorf("%s: %v", release, err)
		}
		if len(doc.Stats.Skipped) > 0 {
			t.Errorf("%s: skipped %v", release, doc.Stats.Skipped)
		}
		checkStats(t, doc)
		entries += doc.Stats.Entries
		for _, n := range doc.Notes {
			if n.Section == changelog.Urgent {
				urgent++
			}
			if n.Unpublished {
				unpublished++
			} else if n.Text == "" || strings.Contains(n.Text, "<!--") || strings.Contains(n.Text, "Additional documentation e.g.") {
				t.Errorf("%s #%d is published with %q", release, n.PR, n.Text)
			}
		}
	}
	// This is also the number of keys in all files, which was counted separately.
	if entries != 12063 {
		t.Errorf("%d entries, want 12063", entries)
	}
	if urgent < 100 || unpublished < 300 {
		t.Errorf("%d urgent, %d unpublished: far fewer than there are", urgent, unpublished)
	}
}

// TestJoin checks how well the markdown and the drafts of a release match: how many pull requests
// of the markdown the draft has, how many have the same text, and what only one of them has. The
// markdown of 1.32 was edited after its draft. Texts without content ("NONE", 1.20, 1.24, 1.27) are
// printed in markdown, and empty in the note of a draft.
func TestJoin(t *testing.T) {
	releases := map[int]struct {
		both, sameText, sameSection, markdownOnly, draftOnly int
	}{
		20: {306, 297, 305, 2, 3},
		21: {270, 270, 270, 5, 3},
		24: {310, 309, 304, 6, 1},
		27: {325, 324, 325, 0, 0},
		30: {248, 247, 248, 0, 0},
		32: {291, 204, 287, 0, 1},
		34: {324, 324, 324, 2, 1},
		36: {344, 344, 343, 0, 2},
		37: {385, 385, 385, 0, 0},
	}
	minors := data.Notes(t)
	if _, counted := releases[minors[len(minors)-1]]; !counted {
		t.Errorf("the notes of 1.%d are at hand, and nobody counted them", minors[len(minors)-1])
	}
	for minor, want := range releases {
		t.Run(fmt.Sprintf("1.%d", minor), func(t *testing.T) {
			release := fmt.Sprintf("1.%d.0", minor)
			doc, err := draft.Decode(read(t, filepath.Join(folder(t), "json", release+".json")), release)
			if err != nil {
				t.Fatal(err)
			}
			drafts := map[int]changelog.Note{}
			for _, n := range doc.Notes {
				drafts[n.PR] = n
			}
			got := want
			got.both, got.sameText, got.sameSection, got.markdownOnly, got.draftOnly = 0, 0, 0, 0, 0
			for _, n := range markdown.Parse(read(t, filepath.Join(folder(t), "markdown", release+".md")), release)[0].Notes {
				if n.PR == 0 {
					continue
				}
				d, ok := drafts[n.PR]
				if !ok {
					got.markdownOnly++
					continue
				}
				delete(drafts, n.PR)
				got.both++
				if words(n.Text) == words(d.Text) {
					got.sameText++
				}
				if slices.Contains(n.Sections, d.Section) {
					got.sameSection++
				}
			}
			for _, d := range drafts {
				if !d.Unpublished {
					got.draftOnly++
				}
			}
			if got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

// words normalizes letter case and marks, which the tool and its users change.
func words(text string) string {
	return strings.ToLower(strings.Join(strings.FieldsFunc(text, func(c rune) bool {
		return (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && c < 128
	}), " "))
}

// BenchmarkDecode reads the draft of 1.31.0.
func BenchmarkDecode(b *testing.B) {
	text := read(b, filepath.Join(folder(b), "json", "1.31.0.json"))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := draft.Decode(text, "1.31.0"); err != nil {
			b.Fatal(err)
		}
	}
}
