package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/fixtures/data"
)

// TestStale makes the list of gates anew and fails where it is not the one that
// is embedded.
func TestStale(t *testing.T) {
	names, err := gates(t.Context(), filepath.Join(data.Root(t), "release-notes", "json"))
	if err != nil {
		t.Fatal(err)
	}
	embedded, err := os.ReadFile("../gates.txt")
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Fields(string(embedded)); !slices.Equal(names, want) {
		t.Errorf("gates.txt is stale: run go generate ./changelog/fact\n%d names are embedded, %d are in the notes", len(want), len(names))
	}
}
