package checker_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/scan/checker"
)

// published are the kinds in the OpenAPI documents of a release, read without the code that
// generates the catalog. A kind is one that a POST or PUT to its own path accepts or, if the
// operations do not show it, one with its own list.
func published(t *testing.T, release string) map[discovery.GroupVersionKind]bool {
	t.Helper()
	root := filepath.Join(data.Root(t), "openapi", release)
	kinds := map[discovery.GroupVersionKind]bool{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".json") {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var doc struct {
			Paths      map[string]struct{} `json:"paths"`
			Components struct {
				Schemas map[string]struct {
					GVK []discovery.GroupVersionKind `json:"x-kubernetes-group-version-kind"`
				} `json:"schemas"`
			} `json:"components"`
		}
		if err := json.Unmarshal(b, &doc); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		relative, _ := filepath.Rel(root, strings.TrimSuffix(path, ".json"))
		relative = filepath.ToSlash(relative)
		gv := discovery.ParseGroupVersion(strings.TrimPrefix(strings.TrimPrefix(relative, "apis/"), "api/"))
		plurals := map[string]bool{}
		for p := range doc.Paths {
			rest := strings.TrimPrefix(p, "/"+relative+"/")
			rest = strings.TrimPrefix(rest, "namespaces/{namespace}/")
			if !strings.ContainsAny(rest, "/{") {
				plurals[rest] = true
			}
		}
		for _, s := range doc.Components.Schemas {
			if len(s.GVK) != 1 || s.GVK[0].GroupVersion() != gv {
				continue
			}
			lower := strings.ToLower(s.GVK[0].Kind)
			for _, plural := range []string{lower, lower + "s", lower + "es", strings.TrimSuffix(lower, "y") + "ies"} {
				if plurals[plural] {
					kinds[s.GVK[0]] = true
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return kinds
}

// TestPublishedRemovals checks that every removal in the published documents of 1.24 to 1.35 is a
// finding at the release that removed the kind, and not at the one before.
func TestPublishedRemovals(t *testing.T) {
	old := published(t, "1.24")
	events, stable := 0, 0
	for n := 25; n <= 35; n++ {
		release, before := fmt.Sprintf("1.%d", n), fmt.Sprintf("1.%d", n-1)
		now := published(t, release)
		at, earlier := compile(t, target(t, "", release)), compile(t, target(t, "", before))
		between := compile(t, target(t, before, release))
		for gvk := range old {
			if now[gvk] {
				continue
			}
			events++
			if discovery.StabilityOf(gvk.Version) != discovery.Alpha {
				stable++
			}
			text := fmt.Sprintf("# a comment\napiVersion: %s\nkind: %s\nmetadata:\n  name: it\n", gvk.GroupVersion(), gvk.Kind)
			got := rules(t, at, text)
			if !slices.Contains(got, "2:1 resource-removed "+release) {
				t.Errorf("%s is gone in %s, but there it finds %q", gvk, release, got)
			}
			if got := rules(t, between, text); !slices.Contains(got, "2:1 resource-removed "+release) {
				t.Errorf("%s is gone between %s and %s, but that finds %q", gvk, before, release, got)
			}
			for _, f := range rules(t, earlier, text) {
				if strings.Contains(f, "resource-removed") || strings.Contains(f, "kind-unknown") {
					t.Errorf("%s is there in %s, but there it finds %q", gvk, before, f)
				}
			}
		}
		old = now
	}
	if events != 44 || stable != 18 {
		t.Errorf("the documents show %d removals, %d of them not alpha; 44 and 18 are known", events, stable)
	}
}

// rules lists "line:column rule removed" of each finding.
func rules(t *testing.T, j *checker.Checker, text string) (out []string) {
	t.Helper()
	for _, f := range findings(t, j, text) {
		out = append(out, fmt.Sprintf("%d:%d %s %s", f.Line, f.Column, f.Rule, f.Removed))
	}
	return out
}

// TestEveryLifecycle checks each kind of the table of lifecycles at each release against the table.
func TestEveryLifecycle(t *testing.T) {
	lifecycles, err := shared.Lifecycles()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range shared.Releases() {
		j := compile(t, target(t, "", r.String()))
		for i := range lifecycles {
			l := &lifecycles[i]
			got := strings.Join(rules(t, j, fmt.Sprintf("apiVersion: %s\nkind: %s\n", l.GroupVersion, l.Kind)), ", ")
			switch {
			case !l.Introduced.AtOrBefore(r):
				if !strings.Contains(got, "kind-unknown") {
					t.Errorf("%s at %s, before it came: %q", l.GroupVersion.String()+" "+l.Kind, r, got)
				}
			case l.Removed.AtOrBefore(r):
				if !strings.Contains(got, "resource-removed "+l.Removed.String()) {
					t.Errorf("%s at %s, removed in %s: %q", l.GroupVersion.String()+" "+l.Kind, r, l.Removed, got)
				}
			case l.DeprecatedIn(r):
				if !strings.Contains(got, "api-deprecated") {
					t.Errorf("%s at %s, deprecated in %s: %q", l.GroupVersion.String()+" "+l.Kind, r, l.Deprecated, got)
				}
			case !l.Enabled:
				if !strings.Contains(got, "not-served-by-default") {
					t.Errorf("%s at %s, off by default: %q", l.GroupVersion.String()+" "+l.Kind, r, got)
				}
			case got != "":
				t.Errorf("%s at %s, which serves it: %q", l.GroupVersion.String()+" "+l.Kind, r, got)
			}
		}
	}
}
