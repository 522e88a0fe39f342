package main

import (
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/fixtures/embedded"
)

// TestStale makes the catalog anew and fails where it is not the one that is
// embedded, byte for byte once unpacked. Reading the newest release from its
// modules takes a minute where they are not at hand yet.
func TestStale(t *testing.T) {
	root := data.Root(t)
	t.Chdir("../../../..")
	to := t.TempDir()
	if err := generate(t.Context(), root, to); err != nil {
		t.Fatal(err)
	}
	embedded.Compare(t, to, "discovery/source/catalog/data")
}
