package snapshot_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source/snapshot"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

var (
	coreV1 = discovery.GroupVersion{Version: "v1"}
	appsV1 = discovery.GroupVersion{Group: "apps", Version: "v1"}
)

// full returns a set with every kind of document.
func full() *documents.Set {
	return &documents.Set{
		Version:       []byte(`{"major": "1", "gitVersion": "v1.30.2"}`),
		AggregatedAPI: []byte(`{"kind":"APIGroupDiscoveryList","items":[]}`),
		GroupList:     []byte(`{"kind":"APIGroupList","groups":[]}`),
		ResourceLists: map[discovery.GroupVersion][]byte{appsV1: []byte(`{"kind":"APIResourceList"}`)},
		OpenAPIV3:     map[discovery.GroupVersion][]byte{coreV1: openAPI("/api/v1/pods"), appsV1: openAPI("/apis/apps/v1/deployments")},
		Swagger:       []byte(`{"swagger":"2.0"}`),
		Incomplete:    []discovery.Incomplete{{GroupVersion: discovery.GroupVersion{Group: "metrics.k8s.io", Version: "v1beta1"}, Part: discovery.PartResources, Reason: "discovery is stale"}},
	}
}

// openAPI returns an OpenAPI v3 document with one path.
func openAPI(path string) []byte {
	return []byte(`{"components":{"schemas":{}},"info":{"title":"Kubernetes","version":"unversioned"},"openapi":"3.0.0","paths":{"` + path + `":{"get":{"responses":{}}}}}`)
}

// put writes files into a new folder.
func put(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"folder", "a.tar.gz", "a.tgz", "a.tar.zst"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), name)
			want := snapshot.Manifest{Source: "context:prod", GitVersion: "v1.30.2", AllServed: true, SourceKind: discovery.SourceSnapshot}
			if err := snapshot.Write(t.Context(), path, full(), want); err != nil {
				t.Fatal(err)
			}
			set, m, err := snapshot.Read(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(full(), set) + cmp.Diff(want, m); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEqualSetsGiveEqualBytes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a.tar.gz", "a.tar.zst"} {
		var first []byte
		for range 3 {
			path := filepath.Join(t.TempDir(), name)
			if err := snapshot.Write(t.Context(), path, full(), snapshot.Manifest{Source: "1.30"}); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if first != nil && !bytes.Equal(first, got) {
				t.Errorf("%s differs from one time to the next", name)
			}
			first = got
		}
	}
}

// TestNothingSecretIsWritten writes a set that contains addresses and looks for them in the files.
func TestNothingSecretIsWritten(t *testing.T) {
	t.Parallel()
	set := full()
	set.APIVersions = []byte(`{"kind":"APIVersions","versions":["v1"],"serverAddressByClientCIDRs":[{"clientCIDR":"0.0.0.0/0","serverAddress":"10.10.10.10:6443"}]}`)
	set.GroupList = []byte(`{"kind":"APIGroupList","groups":[{"name":"a","serverAddressByClientCIDRs":[{"serverAddress":"10.10.10.10:6443"}]}]}`)
	set.Incomplete[0].Reason = `GET https://admin:hunter2@api.prod.example:6443/apis/x/v1: dial tcp 10.10.10.10:6443 [fd00::1]:6443: lookup api.prod.example on 10.10.10.10:53: no such host`
	path := filepath.Join(t.TempDir(), "s")
	if err := snapshot.Write(t.Context(), path, set, snapshot.Manifest{Source: "https://admin:hunter2@api.prod.example:6443"}); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(path, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		for _, secret := range []string{"10.10.10.10", "hunter2", "prod.example", "fd00", "6443", "serverAddress"} {
			if bytes.Contains(text, []byte(secret)) {
				t.Errorf("%s holds %q:\n%s", name, secret, text)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	_, m, err := snapshot.Read(t.Context(), path)
	if err != nil || m.Source != "https" {
		t.Errorf("source %q, error %v", m.Source, err)
	}
}

func TestAddressesThatCannotBeTakenOut(t *testing.T) {
	t.Parallel()
	set := full()
	set.APIVersions = []byte(`{"serverAddressByClientCIDRs":[`)
	err := snapshot.Write(t.Context(), filepath.Join(t.TempDir(), "s"), set, snapshot.Manifest{})
	if err == nil || !strings.Contains(err.Error(), "discovery/plain/api.json contains addresses of the server that cannot be removed") {
		t.Error(err)
	}
}

// TestBareFolder reads the published documents of a release.
func TestBareFolder(t *testing.T) {
	t.Parallel()
	set, m, err := snapshot.Read(t.Context(), filepath.Join(data.Root(t), "openapi", "1.35"))
	if err != nil {
		t.Fatal(err)
	}
	if len(set.OpenAPIV3) != 36 || set.OpenAPIV3[coreV1] == nil || m.SourceKind != discovery.SourceOpenAPI || m.Only != nil || len(set.Incomplete) != 0 {
		t.Errorf("%d documents, %+v", len(set.OpenAPIV3), m)
	}
	s, err := set.Surface(openapi.NewDecoder())
	if err != nil || s.Resource(appsV1, "deployments") == nil {
		t.Fatal(err)
	}
	archive := filepath.Join(t.TempDir(), "1.35.tar.zst")
	if err := snapshot.Write(t.Context(), archive, set, m); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(archive); err != nil || info.Size() > 700<<10 {
		t.Errorf("the archive of a release has %d bytes, error %v", info.Size(), err)
	}
	again, _, err := snapshot.Read(t.Context(), archive)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(set, again) {
		t.Error("what was read from the archive is not what was written")
	}
}

// TestSingleDocuments reads published single documents.
func TestSingleDocuments(t *testing.T) {
	t.Parallel()
	root := data.Root(t)
	set, m, err := snapshot.Read(t.Context(), filepath.Join(root, "openapi", "1.35", "apis", "apps", "v1.json"))
	if err != nil || len(set.OpenAPIV3) != 1 || !cmp.Equal(m.Only, []discovery.GroupVersion{appsV1}) {
		t.Errorf("%d documents, %+v, error %v", len(set.OpenAPIV3), m, err)
	}
	set, m, err = snapshot.Read(t.Context(), filepath.Join(root, "swagger", "1.36.json"))
	if err != nil || set.Swagger == nil || m.SourceKind != discovery.SourceSwagger || m.Only != nil {
		t.Errorf("%+v, error %v", m, err)
	}
	for _, path := range []string{"crds/prometheus-operator/v0.89.0", "crds/prometheus-operator/v0.89.0/probes.yaml", "crds"} {
		if _, _, err = snapshot.Read(t.Context(), filepath.Join(root, path)); !errors.Is(err, snapshot.ErrManifests) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestOverwriting tests what Write replaces and what it refuses to replace.
func TestOverwriting(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		files map[string]string
		want  string
	}{
		"empty folder":        {},
		"snapshot":            {files: map[string]string{"kubedelta-snapshot.json": "{}", "apis/old/v1.json": "{}"}},
		"documents":           {files: map[string]string{"api/v1.json": "{}"}, want: "the folder is not empty, and is not a snapshot made by kubedelta"},
		"snapshot and others": {files: map[string]string{"kubedelta-snapshot.json": "{}", ".git/HEAD": "x"}, want: "the folder contains .git/HEAD, which is not part of a snapshot"},
		"home":                {files: map[string]string{"notes.txt": "x"}, want: "the folder contains notes.txt"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := put(t, tc.files)
			err := snapshot.Write(t.Context(), dir, full(), snapshot.Manifest{})
			if tc.want != "" {
				if err == nil || !strings.Contains(err.Error(), tc.want) {
					t.Fatalf("got  %v\nwant %s", err, tc.want)
				}
				for name, text := range tc.files {
					if got, _ := os.ReadFile(filepath.Join(dir, name)); string(got) != text {
						t.Errorf("%s is not as it was", name)
					}
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			set, _, err := snapshot.Read(t.Context(), dir)
			if err != nil || !cmp.Equal(full(), set) {
				t.Errorf("what is there is not what was written; error %v", err)
			}
			nothingLeft(t, filepath.Dir(dir), filepath.Base(dir))
		})
	}
}

// nothingLeft checks that writing left no temporary files.
func nothingLeft(t *testing.T, dir string, but ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if len(but) == 0 || e.Name() != but[0] {
			t.Errorf("%s is left over", e.Name())
		}
	}
}

func TestWriteRefusals(t *testing.T) {
	t.Parallel()
	evil := full()
	evil.OpenAPIV3[discovery.GroupVersion{Group: "../../etc", Version: "v1"}] = []byte("{}")
	for name, tc := range map[string]struct {
		set  *documents.Set
		path string
		want string
	}{
		"zip":        {full(), "a.zip", "a snapshot is a folder, or an archive that ends in .tar.gz, .tgz or .tar.zst, not .zip"},
		"json":       {full(), "a.json", "not .json"},
		"no parent":  {full(), "x/y", "its folder does not exist"},
		"path names": {evil, "s", `a group-version with the name "../../etc/v1"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			err := snapshot.Write(t.Context(), filepath.Join(dir, tc.path), tc.set, snapshot.Manifest{})
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
			nothingLeft(t, dir)
		})
	}
}

func TestWriteStopsWhenCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	for _, name := range []string{"s", "s.tar.gz"} {
		if err := snapshot.Write(ctx, filepath.Join(dir, name), full(), snapshot.Manifest{}); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	nothingLeft(t, dir)
}

// TestArchiveReplacesFile: Write replaces a file, also the target of a link. The link stays.
func TestArchiveReplacesFile(t *testing.T) {
	t.Parallel()
	dir := put(t, map[string]string{"real.tar.gz": "old"})
	link := filepath.Join(dir, "link.tar.gz")
	if err := os.Symlink("real.tar.gz", link); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if err := snapshot.Write(t.Context(), link, full(), snapshot.Manifest{}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := snapshot.Read(t.Context(), filepath.Join(dir, "real.tar.gz")); err != nil {
		t.Error(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
}

// TestKilledWhileExchanged: a run that is killed between the two renames of exchange loses no
// snapshot.
func TestKilledWhileExchanged(t *testing.T) {
	work := t.TempDir()
	target, old := filepath.Join(work, "a"), filepath.Join(work, ".a.kubedelta-old")
	write := func() {
		t.Helper()
		if err := snapshot.Write(t.Context(), target, full(), snapshot.Manifest{}); err != nil {
			t.Fatal(err)
		}
	}
	write()
	if err := os.Rename(target, old); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := snapshot.Write(ended, target, full(), snapshot.Manifest{}); err == nil {
		t.Error("it was written after the end")
	}
	if _, _, err := snapshot.Read(t.Context(), target); err != nil {
		t.Errorf("the old one is lost: %v", err)
	}
	// A run that is killed a moment later leaves both folders.
	if err := os.CopyFS(old, os.DirFS(target)); err != nil {
		t.Fatal(err)
	}
	write()
	if entries, err := os.ReadDir(work); err != nil || len(entries) != 1 {
		t.Errorf("there are %v, %v", entries, err)
	}
}
