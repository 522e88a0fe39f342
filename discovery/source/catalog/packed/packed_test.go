package packed_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
)

func TestRoundTrip(t *testing.T) {
	for _, b := range [][]byte{nil, []byte("x"), bytes.Repeat([]byte("pods "), 1<<16)} {
		one, two := packed.Encode(b), packed.Encode(b)
		if !bytes.Equal(one, two) {
			t.Errorf("%d bytes are packed in two ways", len(b))
		}
		got, err := packed.Decode(one)
		if err != nil || !bytes.Equal(got, b) {
			t.Errorf("%d bytes came back as %d, %v", len(b), len(got), err)
		}
	}
}

func TestDamage(t *testing.T) {
	good := packed.Encode(bytes.Repeat([]byte("pods "), 1000))
	flipped := bytes.Clone(good)
	flipped[len(flipped)/2] ^= 0xff
	for name, b := range map[string][]byte{"cut off": good[:len(good)-3], "one byte wrong": flipped, "no zstd": []byte("hello, pods")} {
		if _, err := packed.Decode(b); err == nil {
			t.Errorf("%s: decoded without an error", name)
		}
	}
}

// TestWriteDeletes: packed files that are not written any more go, all else stays.
func TestWriteDeletes(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data")
	if _, err := packed.Write(folder, map[string][]byte{"1.36.json.zst": []byte("old"), "1.37.json.zst": []byte("old"), "lives.tsv": []byte("old")}); err != nil {
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
	total, err := packed.Write(folder, map[string][]byte{"1.36.json.zst": []byte("new"), "lives.tsv": []byte("newer")})
	if err != nil || total != 8 {
		t.Fatal(total, err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{"1.36.json.zst", "README.md", "folder.zst", "lives.tsv"}; !slices.Equal(names, want) {
		t.Errorf("the folder has %q, not %q", names, want)
	}
	if b, err := os.ReadFile(filepath.Join(folder, "1.36.json.zst")); err != nil || string(b) != "new" {
		t.Errorf("%q, %v", b, err)
	}
}
