package manifest

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/fixtures/thorough"
)

// bothWays reads a text with the fast parser and, if that supports it, also with the slow one, and
// fails if the documents differ.
func bothWays(t *testing.T, text []byte) (fast bool) {
	t.Helper()
	list, ok := fastDocuments(text)
	if !ok {
		return false
	}
	var want []Document
	slowDocuments(text, func(d Document, err error) bool {
		if err != nil {
			t.Fatalf("read fast, but slowly: %v\n%q", err, text)
		}
		want = append(want, d)
		return true
	})
	show := func(list []Document) (lines []string) {
		for _, d := range list {
			lines = append(lines, fmt.Sprintf("%d:%s", d.Line, d.JSON))
		}
		return lines
	}
	if d := cmp.Diff(show(want), show(list)); d != "" {
		t.Fatalf("slow and fast differ:\n%s\n%q", d, text)
	}
	return true
}

func FuzzFastEqualsSlow(f *testing.F) {
	for _, text := range []string{
		"a: 1\nb: [x, -1, 0x1F, 1_000, .5, 1e3, ~, null, +1, 017, 0o17, 12345678901234567890, 1:30, 2001-01-01]\n", "---\n# c\n\n---\na: b\n--- # c\nc: d\n",
		"a: y\nb: 'y'\nc: \"\\u00e9\\x01\"\n", "y: 1\n", "\"y\": 1\n", "1: a\n", "~: b\n", ": a\n", "'': a\n", "'<<': {a: b}\n", "- a\n-\n- b: c\n", "a: |\n  ---\n  b\n",
		"a: 1\n...\nb: 2\n", "--- a\n", "---\na: &x b\nc: *x\n", "a: b\na: c\n", "a: b\na: b\n", "a: !!str 1\n", "a: =\nb: <<\n", "a: 0b11\nb: -0\nc: 1.\nd: .inf\ne: 0.0\nf: 00\n", "%YAML 1.1\n---\na: b\n", "{a: b}\n", "a: {b: c, d: [e]}\n",
		"a: b\r\nc: d\r\n", "  a: b\n  c: d\n---\nn: 1\n", "é: ü\n", "a: TRUE\nb: On\nc: Null\nd: NULL\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) < 10_000 {
			bothWays(t, text)
		}
	})
}

// TestPublishedDefinitionsAreReadFast checks that the fast parser supports the published
// definitions.
func TestPublishedDefinitionsAreReadFast(t *testing.T) {
	t.Parallel()
	var files []string
	err := filepath.WalkDir(filepath.Join(data.Root(t), "crds"), func(name string, e fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".yaml" {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	files = thorough.Every(t, 16, files)
	fast := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if bothWays(t, bytes.TrimPrefix(text, []byte("\ufeff"))) {
			fast++
		}
	}
	if fast*10 < len(files)*9 {
		t.Errorf("of %d files only %d are read fast", len(files), fast)
	}
}
