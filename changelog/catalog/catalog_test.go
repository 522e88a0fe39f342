package catalog_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/discovery"
)

// TestLoad checks that every minor loads with facts and without texts, and that each link refers to
// a note.
func TestLoad(t *testing.T) {
	releases := catalog.Releases()
	if len(releases) < 23 {
		t.Fatalf("only %d minors", len(releases))
	}
	for _, r := range releases {
		m, ok, err := catalog.Load(r)
		if err != nil || !ok {
			t.Fatalf("%s: %v, %v", r, ok, err)
		}
		prs := map[int]bool{}
		for _, d := range m.Forms() {
			for _, n := range d.Notes {
				prs[n.PR] = n.PR != 0
				if n.Text != "" || len(n.Authors) > 0 || n.SIGs == nil || n.AlsoIn == nil || n.Release != d.Release || n.Section == "" {
					t.Errorf("%s #%d: %+v", d.Release, n.PR, n)
				}
			}
		}
		for fingerprint, links := range m.Links {
			for _, l := range links {
				if prs[l.PR] == (l.Entry != "") || l.Confidence == "" || len(l.Why) == 0 {
					t.Errorf("%s: the link of %s to #%d leads nowhere or gives no reason", r, fingerprint, l.PR)
				}
			}
		}
	}
	if _, ok, err := catalog.Load(discovery.Release{Major: 1, Minor: 99}); ok || err != nil {
		t.Errorf("1.99: %v, %v", ok, err)
	}
}

// TestWritten checks that every note has its own text, and that the loaded facts remain without
// texts.
func TestWritten(t *testing.T) {
	entries, empty := 0, 0
	for _, r := range catalog.Releases() {
		m, _, err := catalog.Load(r)
		if err != nil {
			t.Fatal(err)
		}
		documents, err := m.Written(r)
		if err != nil {
			t.Fatal(err)
		}
		if len(documents) != len(m.Documents) {
			t.Errorf("%s: %d documents, not %d", r, len(documents), len(m.Documents))
		}
		for _, d := range documents {
			if d.Texts != changelog.FormMarkdown && (d.Texts != changelog.FormDraft || r.Minor >= 16 && strings.HasSuffix(d.Release, ".0")) {
				t.Errorf("%s: its texts are from %q", d.Release, d.Texts)
			}
			for _, n := range d.Notes {
				entries++
				if n.Text == "" {
					empty++
				}
				// Gates that the text names in plain words are in its facts too.
				for _, gate := range n.LockedNames {
					if !strings.Contains(strings.ReplaceAll(n.Text, " ", ""), gate) {
						t.Errorf("%s #%d: the text does not name %s: %.80s", d.Release, n.PR, gate, n.Text)
					}
				}
			}
		}
		for _, d := range m.Forms() {
			for _, n := range d.Notes {
				if n.Text != "" {
					t.Fatalf("%s #%d: the facts have a text", d.Release, n.PR)
				}
			}
		}
	}
	if entries < 7000 || empty > 0 {
		t.Errorf("%d entries, %d of them without a text", entries, empty)
	}
	if _, err := (catalog.Minor{Documents: []catalog.Document{{Release: "v1.24.0"}}}).Written(discovery.Release{Major: 1, Minor: 24}); err == nil || !strings.Contains(err.Error(), "v1.24.0") {
		t.Errorf("texts of other entries are taken: %v", err)
	}
}

// BenchmarkWritten is BenchmarkLoad with the texts.
func BenchmarkWritten(b *testing.B) {
	for b.Loop() {
		r := discovery.Release{Major: 1, Minor: 34}
		m, _, err := catalog.Load(r)
		if err == nil {
			_, err = m.Written(r)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLoad: one minor loads in 15 ms (DESIGN.md).
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, ok, err := catalog.Load(discovery.Release{Major: 1, Minor: 34}); err != nil || !ok {
			b.Fatal(err)
		}
	}
}
