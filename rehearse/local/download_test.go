//go:build unix

package local_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/rehearse/local"
)

// archive is an archive with these files.
func archive(t *testing.T, names ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	files := tar.NewWriter(zip)
	for _, name := range names {
		text := "#!/bin/sh\necho Kubernetes v1.36.2\n"
		if err := files.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(text)), Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		if _, err := files.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := files.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// downloads serves an index with the versions. All of its archives are text.
func downloads(t *testing.T, text []byte, hash string, versions ...string) (local.Downloads, *int) {
	t.Helper()
	asked := new(int)
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	index := "releases:\n"
	for _, v := range versions {
		index += fmt.Sprintf("  %s:\n    envtest-%s-%s-%s.tar.gz:\n      hash: %s\n      selfLink: %s/%s.tar.gz\n", v, v, runtime.GOOS, runtime.GOARCH, hash, server.URL, v)
		mux.HandleFunc("/"+v+".tar.gz", func(w http.ResponseWriter, _ *http.Request) {
			*asked++
			_, _ = w.Write(text)
		})
	}
	mux.HandleFunc("/index.yaml", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(index)) })
	return local.Downloads{Index: server.URL + "/index.yaml", Dir: filepath.Join(t.TempDir(), "envtest"), Client: server.Client()}, asked
}

func sum(text []byte) string {
	s := sha512.Sum512(text)
	return hex.EncodeToString(s[:])
}

func TestDownload(t *testing.T) {
	text := archive(t, "controller-tools/envtest/kube-apiserver", "controller-tools/envtest/etcd", "controller-tools/envtest/kubectl", "../../escape/other")
	d, asked := downloads(t, text, sum(text), "v1.36.0", "v1.36.10", "v1.36.2", "v1.37.0", "v1.36.11-rc.0", "v1.35.9")
	release := discovery.Release{Major: 1, Minor: 36}
	for range 2 {
		place, err := d.Get(t.Context(), release)
		if err != nil || !strings.Contains(place.Name, "v1.36.10") {
			t.Fatalf("%+v, %v", place, err)
		}
		a, err := local.Find(t.Context(), release, place)
		if err != nil || filepath.Base(a.APIServer) != "kube-apiserver" || filepath.Dir(a.APIServer) != place.Dir || filepath.Dir(a.Etcd) != place.Dir {
			t.Fatalf("%+v, %v", a, err)
		}
	}
	if *asked != 1 {
		t.Errorf("what is kept was downloaded %d times", *asked)
	}
	if kept := d.Kept(release); len(kept) != 1 || !strings.Contains(kept[0].Name, "v1.36.10") {
		t.Errorf("%+v", kept)
	}
	if entries, err := os.ReadDir(d.Dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	if entries, err := os.ReadDir(d.Kept(release)[0].Dir); err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestDownloadFails(t *testing.T) {
	whole := archive(t, "kube-apiserver", "etcd")
	part := archive(t, "kube-apiserver")
	for want, c := range map[string]struct {
		text    []byte
		hash    string
		version string
	}{
		"its checksum is not the one in the index":      {whole, sum(part), "v1.36.0"},
		"the index contains no SHA-512 checksum for it": {whole, "1234", "v1.36.0"},
		"it does not contain kube-apiserver and etcd":   {part, sum(part), "v1.36.0"},
		"it is not an archive":                          {[]byte("<html>"), sum([]byte("<html>")), "v1.36.0"},
		"there is no archive of 1.36 for":               {whole, sum(whole), "v1.35.0"},
	} {
		d, _ := downloads(t, c.text, c.hash, c.version)
		_, err := d.Get(t.Context(), discovery.Release{Major: 1, Minor: 36})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
		if entries, _ := os.ReadDir(d.Dir); len(entries) != 0 {
			t.Errorf("%s: %v is left", want, entries)
		}
	}
	for _, index := range []string{"http://example.com/index.yaml", "ftp://x", "%"} {
		d := local.Downloads{Index: index, Dir: t.TempDir(), Client: http.DefaultClient}
		if _, err := d.Get(t.Context(), discovery.Release{Major: 1, Minor: 36}); err == nil || !strings.Contains(err.Error(), "is not an https URL") {
			t.Errorf("%s: %v", index, err)
		}
	}
}

// TestFind checks that a program of another minor release is not used, and is named.
func TestFind(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	release, place := discovery.Release{Major: 1, Minor: 36}, local.Place{Name: "--assets", Dir: dir}
	wants := func(want string) {
		t.Helper()
		if _, err := local.Find(t.Context(), release, place); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
	wants("run setup-envtest use 1.36")
	write("kube-apiserver", "#!/bin/sh\necho Kubernetes v1.35.1\n")
	wants("the kube-apiserver in --assets is version 1.35")
	write("kube-apiserver", "#!/bin/sh\nexit 1\n")
	wants("does not report its version")
	write("kube-apiserver", "#!/bin/sh\necho Kubernetes v1.36.1\n")
	wants("no etcd was found")
	write("etcd", "#!/bin/sh\n")
	if a, err := local.Find(t.Context(), release, place); err != nil || a.From != "--assets" {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestDownloadIsGuarded checks that redirects are followed, as those of setup-envtest need it, but
// that nothing is read over a connection that others can change.
func TestDownloadIsGuarded(t *testing.T) {
	text := archive(t, "kube-apiserver", "etcd")
	d, _ := downloads(t, text, sum(text), "v1.36.0")
	index := d.Index
	for to, want := range map[string]string{
		index: "", "http://index.example.com/x": "it redirects to http://index.example.com", "ftp://index.example.com/x": "it redirects to ftp://index.example.com",
	} {
		moved := httptest.NewServer(http.RedirectHandler(to, http.StatusFound))
		d.Index, d.Dir = moved.URL, t.TempDir()
		_, err := d.Get(t.Context(), discovery.Release{Major: 1, Minor: 36})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, not %q", to, err, want)
		}
		moved.Close()
	}
}
