package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/kubedelta/kubedelta/fixtures/data"
)

// TestStale makes the built-in notes anew and fails where they are not those
// that are embedded, byte for byte once unpacked.
func TestStale(t *testing.T) {
	root := data.Root(t)
	t.Chdir("../../..")
	to := t.TempDir()
	if err := generate(t.Context(), root, to); err != nil {
		t.Fatal(err)
	}
	const embedded = "changelog/catalog/data"
	names := map[string]bool{}
	for _, dir := range []string{to, embedded} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names[e.Name()] = true
		}
	}
	for name := range names {
		if !bytes.Equal(unpacked(t, filepath.Join(to, name)), unpacked(t, filepath.Join(embedded, name))) {
			t.Errorf("%s is stale: run task catalog", name)
		}
	}
}

func unpacked(t *testing.T, path string) []byte {
	t.Helper()
	packed, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	dec, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer dec.Close()
	out, err := dec.DecodeAll(packed, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
