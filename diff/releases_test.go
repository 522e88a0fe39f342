package diff_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// TestReleases compares the changes between adjacent releases with an independent reading of the
// documents, which lists the paths and splits them into resources and subresources:
// fixtures/golden/releases.
func TestReleases(t *testing.T) {
	files, err := filepath.Glob("../fixtures/golden/releases/*.txt")
	if err != nil || len(files) != 13 {
		t.Fatalf("expected the 13 pairs from 1.23 to 1.36, found %d (%v)", len(files), err)
	}
	cat := catalog.New()
	for _, file := range files {
		pair := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(pair, func(t *testing.T) {
			from, to, _ := strings.Cut(pair, "-")
			old, new := load(t, cat, from), load(t, cat, to)
			result := diff.Compare(old, new, diff.Options{IncludeDisabled: true})
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(strings.Split(strings.TrimSpace(string(want)), "\n"), surface(old, new, result)); d != "" {
				t.Errorf("changes of %s differ from the independent reading (-want +got):\n%s", pair, d)
			}
		})
	}
}

func load(t *testing.T, cat *catalog.Catalog, release string) *discovery.Surface {
	t.Helper()
	r, err := discovery.ParseRelease(release)
	if err != nil {
		t.Fatal(err)
	}
	s, err := cat.Load(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// surface lists the resources and subresources of the changes. One change of a resource also covers
// its subresources.
func surface(old, new *discovery.Surface, result diff.Result) (lines []string) {
	add := func(sign string, s *discovery.Surface, gv discovery.GroupVersion, resource string) {
		lines = append(lines, sign+" "+gv.String()+" "+resource)
		for _, sub := range s.Resource(gv, resource).Subresources {
			lines = append(lines, sign+" "+gv.String()+" "+resource+"/"+sub.Name)
		}
	}
	for _, c := range result.Changes {
		switch c.Rule {
		case "resource-added":
			add("+", new, c.GroupVersion(), c.Resource)
		case "resource-removed":
			add("-", old, c.GroupVersion(), c.Resource)
		case "resource-graduated":
			add("-", old, discovery.GroupVersion{Group: c.Group, Version: c.Old}, c.Resource)
			add("+", new, discovery.GroupVersion{Group: c.Group, Version: c.New}, c.Resource)
		case "subresource-added":
			lines = append(lines, "+ "+c.GroupVersion().String()+" "+c.Resource+"/"+c.Subresource)
		case "subresource-removed":
			lines = append(lines, "- "+c.GroupVersion().String()+" "+c.Resource+"/"+c.Subresource)
		}
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[2:]+a, b[2:]+b) })
	return lines
}
