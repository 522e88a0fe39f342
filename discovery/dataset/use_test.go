package dataset_test

import (
	"crypto/ed25519"
	"errors"
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/kubedelta/kubedelta/discovery/dataset"
	fixture "github.com/kubedelta/kubedelta/fixtures/dataset"
)

// TestUse: a set replaces all built-in tables if none was read, and is refused otherwise. It is a
// single test, because a process has a single set.
func TestUse(t *testing.T) {
	set, err := dataset.Decode(sets(t)["good"], []ed25519.PublicKey{fixture.PublicKey()})
	if err != nil {
		t.Fatal(err)
	}
	if _, builtIn := dataset.Current(); !builtIn {
		t.Error("no set was taken, and one is in use")
	}
	if err := dataset.Use(set); err != nil {
		t.Fatal(err)
	}
	if h, builtIn := dataset.Current(); builtIn || h.Version != "2099.01.01" {
		t.Error(h.Version, builtIn)
	}
	f := dataset.Folder{Name: "discovery/source/project/data", BuiltIn: fstest.MapFS{"data/mine.tsv": {Data: []byte("built in")}}}
	if b, err := f.ReadFile("releases.tsv"); err != nil || len(b) == 0 {
		t.Error(len(b), err)
	}
	if _, err := f.ReadFile("mine.tsv"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the built-in file is read: %v", err)
	}
	if names := f.Names(); slices.Contains(names, "mine.tsv") || !slices.Contains(names, "releases.tsv") {
		t.Error(names)
	}
	if dataset.Text("discovery/gate/gates.tsv", "built in") == "built in" {
		t.Error("the built-in text is read")
	}
	if err := dataset.Use(nil); err == nil {
		t.Error("another set is taken after files were read")
	}
}
