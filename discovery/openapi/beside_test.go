package openapi_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

// TestBeside: decoders that share with [Decoder.Beside], as for the clusters of a fleet, return the
// same schemas for the same text, not copies.
func TestBeside(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(data.Root(t), "openapi", "1.35", "apis/apps/v1.json"))
	if err != nil {
		t.Fatal(err)
	}
	first := openapi.NewDecoder()
	documents := make([]*openapi.Document, 4)
	var all sync.WaitGroup
	for i := range documents {
		decoder := first.Beside()
		all.Go(func() {
			var err error
			if documents[i], err = decoder.Decode(text); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if len(documents[0].Schemas) < 50 {
		t.Fatalf("%d schemas", len(documents[0].Schemas))
	}
	for _, d := range documents[1:] {
		for name, s := range d.Schemas {
			if s != documents[0].Schemas[name] {
				t.Errorf("%s is a copy", name)
			}
		}
	}
}
