package main

import (
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/data"
	"github.com/kubedelta/kubedelta/fixtures/embedded"
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
	embedded.Compare(t, to, "changelog/catalog/data")
}
