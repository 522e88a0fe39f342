package gomodule_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/gomodule"
	"github.com/kubedelta/kubedelta/fixtures/needs"
)

// The reading of a release is what its documents show, but for the exceptions.
// The modules are the first patch of each minor; no exception is for a patch.
func TestReadingAgreesWithDocuments(t *testing.T) {
	needs.Packages(t)
	for _, test := range []struct {
		release, documents string
		// unknown are the aspects that this form of document cannot speak of,
		// beyond the schemas that only it has.
		unknown, beyond []string
		exceptions      []exception
	}{
		{release: "1.35", documents: "openapi/1.35", exceptions: always},
		{
			release: "1.36", documents: "swagger/1.36.json", unknown: []string{"default"}, beyond: wholeServer,
			exceptions: slices.Concat(always, swaggerForm),
		},
	} {
		t.Run(test.release, func(t *testing.T) {
			want := readDocuments(t, filepath.Join(dataRoot(t), filepath.FromSlash(test.documents)))
			for _, schema := range test.beyond {
				want.drop(schema)
			}
			bundle := read(t, test.release)
			incomplete := bundleFacts(t, bundle)
			bundle.Complete()
			got := bundleFacts(t, bundle)
			if n := changed(incomplete, got); n != gomodule.KnownDifferences {
				t.Errorf("Complete changed %d resources and subresources by %d known differences; take out what is no difference", n, gomodule.KnownDifferences)
			}
			open := map[exception]bool{}
			for _, e := range test.exceptions {
				open[e] = false
			}
			for _, aspect := range aspects {
				if !slices.Contains(test.unknown, aspect) {
					compare(t, aspect, got[aspect], want[aspect], open)
				}
			}
			reportUnused(t, open)
		})
	}
}

// changed counts the resources and subresources that differ.
func changed(before, after facts) (n int) {
	for _, aspect := range []string{"resource", "subresource"} {
		for name, said := range after[aspect] {
			if !slices.Equal(before[aspect][name], said) {
				n++
			}
		}
	}
	return n
}

// compare reports every difference that is no exception, and how much agrees.
func compare(t *testing.T, aspect string, got, want map[string][]string, exceptions map[exception]bool) {
	t.Helper()
	names := slices.Sorted(maps.Keys(got))
	for name := range want {
		if _, both := got[name]; !both {
			names = append(names, name)
		}
	}
	equal := 0
	for _, name := range names {
		if slices.Equal(got[name], want[name]) {
			equal++
		} else if !excepted(exceptions, aspect, name) {
			t.Errorf("%s %s\nmodules:   %q\ndocuments: %q", aspect, name, got[name], want[name])
		}
	}
	t.Logf("%s: %d of %d equal", aspect, equal, len(names))
	if equal == 0 {
		t.Errorf("%s: nothing was compared", aspect)
	}
}

// read runs the reader of a release.
func read(t *testing.T, release string) *gomodule.Bundle {
	t.Helper()
	r, err := discovery.ParseRelease(release)
	if err != nil {
		t.Fatal(err)
	}
	text, err := gomodule.Run(t.Context(), moduleRoot(t), r)
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := gomodule.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	if bundle.Release != release {
		t.Fatalf("the reader of %s read %s", release, bundle.Release)
	}
	return bundle
}

// moduleRoot is the checkout that the test runs in.
func moduleRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for !isModuleRoot(dir) {
		if dir == filepath.Dir(dir) {
			t.Fatal("no folder above the test holds the main module's go.mod")
		}
		dir = filepath.Dir(dir)
	}
	return dir
}

func isModuleRoot(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && strings.HasPrefix(string(text), "module github.com/kubedelta/kubedelta\n")
}

// dataRoot holds the published documents: openapi, swagger.
func dataRoot(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("KUBEDELTA_DATA"); dir != "" {
		return dir
	}
	return filepath.Join(moduleRoot(t), "..", "shared", "kubernetes")
}
