package main

import (
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/fixtures/embedded"
	"github.com/kubedelta/kubedelta/fixtures/needs"
)

// TestStale makes the catalog anew and fails where it is not the one that is
// embedded, byte for byte once unpacked. It compiles the modules of the newest
// release to read them, which takes minutes.
func TestStale(t *testing.T) {
	needs.Packages(t)
	root := data.Root(t)
	t.Chdir("../../../..")
	to := t.TempDir()
	if err := generate(t.Context(), root, to); err != nil {
		t.Fatal(err)
	}
	embedded.Compare(t, to, "discovery/source/catalog/data")
}
