package catalog_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/discovery"
)

// TestLoad: every minor loads, holds facts and no texts, and each link leads to
// an entry.
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
				prs[n.PR] = true
				if n.Text != "" || len(n.Authors) > 0 || n.SIGs == nil || n.AlsoIn == nil || n.Release != d.Release || n.Section == "" {
					t.Errorf("%s #%d: %+v", d.Release, n.PR, n)
				}
			}
		}
		for fingerprint, links := range m.Links {
			for _, l := range links {
				if !prs[l.PR] || l.PR == 0 || l.Confidence == "" || len(l.Why) == 0 {
					t.Errorf("%s: the link of %s to #%d leads nowhere or gives no reason", r, fingerprint, l.PR)
				}
			}
		}
	}
	if _, ok, err := catalog.Load(discovery.Release{Major: 1, Minor: 99}); ok || err != nil {
		t.Errorf("1.99: %v, %v", ok, err)
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
