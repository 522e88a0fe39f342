package history_test

import (
	"bytes"
	"os"
	"testing"

	built "github.com/kubedelta/kubedelta/cmd/catalog/history"
	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

// TestStale: the embedded tables are the output of the step.
func TestStale(t *testing.T) {
	files, err := built.Make(t.Context(), step.Folders{Published: data.Root(t)})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile("../../../history/data/" + name)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("history/data/%s is not up to date: run go run ./cmd/catalog history (%v)", name, err)
		}
	}
}
