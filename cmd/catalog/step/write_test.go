package step_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/cmd/catalog/step"
)

// TestWriteDeletes: packed files that are no longer written are deleted, and other files stay.
func TestWriteDeletes(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data")
	if _, err := step.Write(folder, map[string][]byte{"1.36.json.zst": []byte("old"), "1.37.json.zst": []byte("old"), "lives.tsv": []byte("old")}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"README.md", "folder.zst/kept.zst"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	total, err := step.Write(folder, map[string][]byte{"1.36.json.zst": []byte("new"), "lives.tsv": []byte("newer")})
	if err != nil || total != 8 {
		t.Fatal(total, err)
	}
	if _, err := step.Write(folder, map[string][]byte{"kinds.tsv": nil}); err != nil { // of another step
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"1.36.json.zst", "README.md", "folder.zst", "kinds.tsv", "lives.tsv"}; !slices.Equal(names, want) {
		t.Errorf("the folder has %q, not %q", names, want)
	}
	if b, err := os.ReadFile(filepath.Join(folder, "1.36.json.zst")); err != nil || string(b) != "new" {
		t.Errorf("%q, %v", b, err)
	}
}
