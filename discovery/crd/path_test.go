package crd_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/crd"
	"github.com/kubedelta/kubedelta/discovery/manifest"
)

// write writes files into a new folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFolder(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"crds/a.yaml":           minimal("a", "A", ""),
		"crds/deep/b.YML":       minimal("b", "B", ""),
		"templates/deploy.yaml": "{{- if .Values.x }}\nkind: Deployment\n{{ end }}",
		"values.yaml":           "a: 1\n",
		"notes.txt":             "kind: CustomResourceDefinition {{",
		".hidden/c.yaml":        minimal("c", "C", ""),
		".d.yaml":               minimal("d", "D", ""),
	})
	if err := os.Symlink(filepath.Join("crds", "a.yaml"), filepath.Join(dir, "same.yaml")); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	found, err := crd.ReadPath(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	// a.yaml counts once, although a link also leads to it.
	if len(found.Definitions) != 2 || found.Skipped != 2 {
		t.Errorf("%d definitions, %d skipped", len(found.Definitions), found.Skipped)
	}
	if want := filepath.Join(dir, "crds", "a.yaml") + ", line 1"; found.Definitions[0].Origin != want {
		t.Errorf("origin %q, want %q", found.Definitions[0].Origin, want)
	}
}

// TestUnread: a file that cannot be parsed may contain a definition. The templates of charts do not
// count as such.
func TestUnread(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"a.yaml": minimal("a", "A", ""), "b.yaml": "a: [\n", "deep/c.json": `{"a": `, "values.yaml": "a: 1\n", "t.yaml": "{{ if x }}\na: [\n{{ end }}\n",
	})
	found, err := crd.ReadPath(t.Context(), dir)
	if err != nil || len(found.Definitions) != 1 || found.Skipped != 2 || len(found.Unread) != 2 {
		t.Fatalf("%v, %+v", err, found)
	}
	list := found.Incomplete()
	if len(list) != 2 || list[0].GroupVersion.String() != filepath.ToSlash(filepath.Join(dir, "b.yaml")) || !strings.HasPrefix(list[0].Reason, "not valid YAML") ||
		!strings.HasPrefix(list[1].Reason, "near line 1: not valid JSON") || list[0].Covers(found.Definitions[0].GroupVersion(&found.Definitions[0].Versions[0])) {
		t.Errorf("%+v", list)
	}
}

func TestPathRefusals(t *testing.T) {
	t.Parallel()
	outside := write(t, map[string]string{"x.yaml": minimal("x", "X", "")})
	for name, tc := range map[string]struct {
		files map[string]string
		link  string
		path  string
		want  string
	}{
		"absent":          {path: "nowhere", want: "no such file or directory"},
		"nothing in it":   {files: map[string]string{"a.yaml": "kind: Pod"}, want: "contains no CustomResourceDefinition (apiextensions.k8s.io/v1 or v1beta1); documents of other kinds: 1"},
		"link leads out":  {link: filepath.Join(outside, "x.yaml"), want: "it is a symbolic link to a path outside of the folder"},
		"broken template": {files: map[string]string{"a.yaml": "{{ x }}\nkind: CustomResourceDefinition"}, want: "render it first"},
		"twice":           {files: map[string]string{"a.yaml": minimal("a", "A", ""), "b.yaml": minimal("a", "B", "")}, want: "a.example.com is defined twice"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := write(t, tc.files)
			if tc.link != "" {
				if err := os.Symlink(tc.link, filepath.Join(dir, "link.yaml")); err != nil {
					t.Skipf("no symbolic links here: %v", err)
				}
			}
			_, err := crd.ReadPath(t.Context(), filepath.Join(dir, tc.path))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
}

// TestTooLargeFile: a large file is refused by its size, without reading it.
func TestTooLargeFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "big.yaml")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Truncate(200<<20), f.Close()); err != nil {
		t.Fatal(err)
	}
	_, err = crd.ReadPath(t.Context(), name)
	if err == nil || !strings.Contains(err.Error(), "is 200 MiB; the limit for a manifest is 64 MiB") || manifest.Limit != 64<<20 {
		t.Error(err)
	}
}

func TestFolderStopsWhenCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := crd.ReadPath(ctx, write(t, map[string]string{"a.yaml": minimal("a", "A", "")})); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
