package cluster_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

// published reads the published OpenAPI documents of a minor.
func published(t testing.TB, minor string) *documents.Set {
	t.Helper()
	root := filepath.Join(data.Root(t), "openapi", minor)
	set := &documents.Set{OpenAPIV3: map[discovery.GroupVersion][]byte{}}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, strings.TrimSuffix(path, ".json"))
		if err != nil {
			return err
		}
		_, gv, _ := strings.Cut(filepath.ToSlash(name), "/")
		set.OpenAPIV3[discovery.ParseGroupVersion(gv)], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// release starts a server of a published release, with discovery derived from its documents.
func release(t testing.TB, minor string) *apiserver.Server {
	t.Helper()
	set := published(t, minor)
	shown, err := set.Surface(openapi.NewDecoder())
	if err != nil {
		t.Fatal(err)
	}
	shown.Version = "v" + minor + ".0"
	s, err := apiserver.Start(apiserver.Config{Set: set, Surface: shown})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// TestReleases records two releases with one store and one cache.
func TestReleases(t *testing.T) {
	before, after := release(t, "1.34"), release(t, "1.35")
	store, dir := cluster.NewStore(), t.TempDir()
	record := func(s *apiserver.Server) *documents.Set {
		o := options(t, s)
		o.Store, o.CacheDir = store, dir
		c, _ := connect(t, o)
		return record(t, c)
	}
	for _, side := range []struct {
		server *apiserver.Server
		want   *documents.Set
	}{{before, published(t, "1.34")}, {after, published(t, "1.35")}} {
		got := record(side.server)
		if len(got.Incomplete) > 0 {
			t.Errorf("incomplete: %v", got.Incomplete)
		}
		for gv, body := range side.want.OpenAPIV3 {
			if !bytes.Equal(got.OpenAPIV3[gv], body) {
				t.Errorf("the document of %s is not what was served", gv)
			}
		}
		if _, err := got.Surface(openapi.NewDecoder()); err != nil {
			t.Errorf("what was recorded makes no surface: %v", err)
		}
	}
	if n := documentRequests(after); n >= len(published(t, "1.35").OpenAPIV3) {
		t.Errorf("%d requests for documents of 1.35: none was shared with 1.34", n)
	}
	store = cluster.NewStore()
	before.Forget()
	if record(before); documentRequests(before) > 0 {
		t.Errorf("%d requests for documents that the cache holds", documentRequests(before))
	}
}

// TestOwnGroups: documents of groups that the newest servers serve themselves are requested once.
func TestOwnGroups(t *testing.T) {
	for _, r := range data.Releases(t, "servers") {
		body, err := os.ReadFile(filepath.Join(data.Root(t), "servers", r.String(), "all", "openapi-paths.json"))
		if err != nil {
			t.Fatal(err)
		}
		var paths []string
		if err := json.Unmarshal(body, &paths); err != nil || len(paths) < 40 {
			t.Fatal(len(paths), err)
		}
		for _, path := range paths {
			if gv, named := strings.CutPrefix(path, "apis/"); named && cluster.Changes(discovery.ParseGroupVersion(gv)) {
				t.Errorf("%s: the group of %s is the API server's own", r, gv)
			}
		}
	}
	for _, gv := range []string{"metrics.k8s.io/v1beta1", "gateway.networking.k8s.io/v1", "example.com/v1"} {
		if !cluster.Changes(discovery.ParseGroupVersion(gv)) {
			t.Errorf("another server, or a definition, writes %s", gv)
		}
	}
}

// BenchmarkRecord records a release, including the work of the server: "cold" downloads every
// document, "cached" reads them from disk.
func BenchmarkRecord(b *testing.B) {
	s := release(b, "1.35")
	ca := filepath.Join(b.TempDir(), "ca.crt")
	if err := os.WriteFile(ca, s.CA(), 0o600); err != nil {
		b.Fatal(err)
	}
	for name, dir := range map[string]string{"cold": "", "cached": b.TempDir()} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c, err := cluster.New(cluster.Options{Server: s.URL, CAFile: ca, CacheDir: dir})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := c.Record(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
