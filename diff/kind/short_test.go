package kind_test

import (
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/diff/kind"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// TestShortOfReleases compares the table with the releases of the catalog. It has all short names
// of every release, and no others for resources of the newest release.
func TestShortOfReleases(t *testing.T) {
	cat := catalog.New()
	named := 0
	for _, release := range cat.Releases() {
		s, err := cat.Load(t.Context(), release)
		if err != nil {
			t.Fatal(err)
		}
		if s.Fidelity.Names != discovery.All {
			if release == discovery.Newest() {
				t.Errorf("the catalog does not tell the names of %s", release)
			}
			continue
		}
		for _, g := range s.Groups {
			for _, v := range g.Versions {
				for _, r := range v.Resources {
					want := slices.Sorted(slices.Values(r.ShortNames))
					got := slices.Sorted(slices.Values(kind.Short(g.Name, r.Name)))
					missing := slices.ContainsFunc(want, func(name string) bool { return !slices.Contains(got, name) })
					if missing || release == discovery.Newest() && !slices.Equal(got, want) {
						t.Errorf("%s: %s %s %s: the table has the short names %q, the catalog %q", release, g.Name, v.Name, r.Name, got, want)
					}
					named += len(want)
				}
			}
		}
	}
	if named < 300 {
		t.Errorf("only %d short names were compared", named)
	}
}
