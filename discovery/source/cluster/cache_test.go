package cluster_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

// cached records a server with a cache folder and a new client.
func cached(t *testing.T, s *apiserver.Server, dir string) *documents.Set {
	t.Helper()
	o := options(t, s)
	o.CacheDir = dir
	c, _ := connect(t, o)
	s.Forget()
	return record(t, c)
}

func cacheFiles(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestCache(t *testing.T) {
	s := start(t, apiserver.Config{})
	dir := filepath.Join(t.TempDir(), "not", "there", "yet")
	first := cached(t, s, dir)
	if n := documentRequests(s); n != len(all) {
		t.Fatalf("%d requests for documents in the first run, want %d", n, len(all))
	}
	second := cached(t, s, dir)
	if n := documentRequests(s); n != 0 {
		t.Errorf("%d requests for documents in the second run, want none", n)
	}
	if n := unlessChanged(s); n != 1 {
		t.Errorf("%d requests whether a document has changed, want that of metrics.k8s.io, which another server writes", n)
	}
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("the runs differ:\n%s", diff)
	}
	if runtime.GOOS == "windows" {
		return
	}
	for path, want := range map[string]os.FileMode{filepath.Join(dir, "openapi"): 0o700, cacheFiles(t, dir)[0]: 0o600} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != want {
			t.Errorf("mode of %s is %v, want %v", path, info.Mode().Perm(), want)
		}
	}
}

func TestDamagedCacheFiles(t *testing.T) {
	for name, damage := range map[string]func(path string, data []byte) error{
		"truncated": func(path string, data []byte) error { return os.WriteFile(path, data[:len(data)-1], 0o600) },
		"empty":     func(path string, _ []byte) error { return os.WriteFile(path, nil, 0o600) },
		"changed":   func(path string, data []byte) error { data[len(data)-3]++; return os.WriteFile(path, data, 0o600) },
		"no header": func(path string, data []byte) error { return os.WriteFile(path, data[10:], 0o600) },
		"a folder":  func(path string, _ []byte) error { return replace(path, func() error { return os.Mkdir(path, 0o700) }) },
		"no file":   func(path string, _ []byte) error { return os.Remove(path) },
		"a dead end": func(path string, _ []byte) error {
			return replace(path, func() error { return os.Symlink("nowhere", path) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, apiserver.Config{})
			dir := t.TempDir()
			first := cached(t, s, dir)
			file := cacheFiles(t, dir)[0]
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := damage(file, data); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(first, cached(t, s, dir)); diff != "" {
				t.Errorf("the runs differ:\n%s", diff)
			}
			if n := documentRequests(s); n != 1 {
				t.Errorf("%d requests for documents, want the one that was damaged", n)
			}
		})
	}
}

func replace(path string, with func() error) error {
	if err := os.Remove(path); err != nil {
		return err
	}
	return with()
}

func TestCacheThatCannotBeWritten(t *testing.T) {
	s := start(t, apiserver.Config{})
	o := options(t, s)
	o.CacheDir = write(t, "file", []byte("not a folder"))
	var warnings []string
	o.Warnf = func(_ string, args ...any) { warnings = append(warnings, args[0].(string)) }
	c, _ := connect(t, o)
	if set := record(t, c); len(set.Incomplete) > 0 {
		t.Errorf("incomplete: %v", set.Incomplete)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "the cache cannot be written") {
		t.Errorf("warnings: %q", warnings)
	}
}

func TestDocumentsWithoutHashAreNotKept(t *testing.T) {
	s := start(t, apiserver.Config{Hash: func(discovery.GroupVersion, []byte) string { return "" }})
	dir := t.TempDir()
	for range 2 {
		if set := cached(t, s, dir); len(set.OpenAPIV3) != len(all) {
			t.Errorf("%d documents", len(set.OpenAPIV3))
		}
		if n := documentRequests(s); n != len(all) {
			t.Errorf("%d requests for documents, want %d in every run", n, len(all))
		}
	}
	if files := cacheFiles(t, dir); len(files) > 0 {
		t.Errorf("kept: %v", files)
	}
}

// TestDocumentThatChangesMeanwhile: the server redirects to the new hash. The new document must not
// be cached under the old hash.
func TestDocumentThatChangesMeanwhile(t *testing.T) {
	first := true
	s := start(t, apiserver.Config{HTTP1: true, Hash: func(gv discovery.GroupVersion, body []byte) string {
		if gv == apps && first {
			first = false // the index is requested before the documents
			return apiserver.Sum([]byte("before"))
		}
		return apiserver.Sum(body)
	}})
	dir := t.TempDir()
	if set := cached(t, s, dir); len(set.Incomplete) > 0 || set.OpenAPIV3[apps] == nil {
		t.Errorf("incomplete: %v", set.Incomplete)
	}
	if n := s.Count(appsDocument); n != 2 {
		t.Errorf("%d requests, want one and its redirect", n)
	}
	if n := len(cacheFiles(t, dir)); n != len(all)-1 {
		t.Errorf("%d documents were kept, want all but the one that changed", n)
	}
}

// TestIndexThatIsOld: for a second after a definition has changed, the OpenAPI index has the hash
// of the earlier document, which may be in the cache.
func TestIndexThatIsOld(t *testing.T) {
	before, after, dir, indexed := openAPI("before"), openAPI("after"), t.TempDir(), false
	cached(t, start(t, apiserver.Config{Set: before}), dir)
	after.OpenAPIV3[core], after.OpenAPIV3[apps], after.OpenAPIV3[policy] = before.OpenAPIV3[core], before.OpenAPIV3[apps], before.OpenAPIV3[policy]
	s := start(t, apiserver.Config{HTTP1: true, Set: after, Hash: func(gv discovery.GroupVersion, body []byte) string {
		if gv == metrics && !indexed {
			indexed = true
			return apiserver.Sum(before.OpenAPIV3[metrics])
		}
		return apiserver.Sum(body)
	}})
	if diff := cmp.Diff(after.OpenAPIV3, cached(t, s, dir).OpenAPIV3); diff != "" {
		t.Errorf("the documents (-served +recorded):\n%s", diff)
	}
}

func oddHash(_ discovery.GroupVersion, body []byte) string { return apiserver.Sum(body)[:12] }

// TestHashThatProvesNothing: documents whose hash is not their SHA-512 are cached for their own
// server only.
func TestHashThatProvesNothing(t *testing.T) {
	dir := t.TempDir()
	one := start(t, apiserver.Config{Hash: oddHash})
	two := start(t, apiserver.Config{Hash: oddHash})
	cached(t, one, dir)
	if cached(t, one, dir); documentRequests(one) != 0 {
		t.Errorf("%d requests for documents of the same server", documentRequests(one))
	}
	if cached(t, two, dir); documentRequests(two) != len(all) {
		t.Errorf("%d requests for documents of another server, want %d", documentRequests(two), len(all))
	}
}

// TestHostileServerCannotFillTheCache: a server lists its documents under the hashes of another
// server.
func TestHostileServerCannotFillTheCache(t *testing.T) {
	honest := openAPI("v1.31.2")
	hostile := start(t, apiserver.Config{Set: openAPI("evil"), Hash: func(gv discovery.GroupVersion, _ []byte) string {
		return apiserver.Sum(honest.OpenAPIV3[gv])
	}})
	dir := t.TempDir()
	cached(t, hostile, dir)
	if diff := cmp.Diff(honest.OpenAPIV3, cached(t, start(t, apiserver.Config{Set: honest}), dir).OpenAPIV3); diff != "" {
		t.Errorf("the honest server's documents (-served +recorded):\n%s", diff)
	}

	store := cluster.NewStore()
	for _, s := range []*apiserver.Server{hostile, start(t, apiserver.Config{Set: honest})} {
		o := options(t, s)
		o.Store = store
		c, _ := connect(t, o)
		want := honest.OpenAPIV3
		if s == hostile {
			want = nil // not those of the hashes
		}
		if diff := cmp.Diff(want, record(t, c).OpenAPIV3); diff != "" {
			t.Errorf("documents by way of the store (-served +recorded):\n%s", diff)
		}
	}
}
