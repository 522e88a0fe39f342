// Package notes makes the built-in release notes from the published ones: facts of
// each entry, and the links between the API changes of each minor and its entries,
// found with texts and descriptions at hand.
package notes

import (
	"context"
	"path/filepath"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
)

// Make makes a file for each minor that there are notes of.
func Make(ctx context.Context, from step.Folders) (map[string][]byte, error) {
	library, err := readNotes(filepath.Join(from.Published, "release-notes"))
	if err != nil {
		return nil, err
	}
	surfaces, err := readSurfaces(ctx, from.Published)
	if err != nil {
		return nil, err
	}
	if library.Draw, err = surfaces.dictionary(); err != nil {
		return nil, err
	}
	minors, err := minorsOf(library, surfaces)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for release, m := range minors {
		b, err := encode(m)
		if err != nil {
			return nil, err
		}
		files[release.String()+".json.zst"] = packed.Encode(b)
	}
	return files, nil
}

// encode writes what the catalog reads: the same bytes for the same facts.
func encode(v any) ([]byte, error) {
	return json.Marshal(v, json.Deterministic(true), json.OmitZeroStructFields(true))
}
