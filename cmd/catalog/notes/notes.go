// Package notes makes the built-in release notes from the published ones: facts of each entry, and
// the links between the API changes of a minor and its entries. It needs the texts and descriptions
// to find them, but must not write texts into the facts.
package notes

import (
	"context"
	"path/filepath"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
)

// Make makes a file for each minor that has notes.
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

// encode writes the form that the catalog reads. The same facts give the same bytes.
func encode(v any) ([]byte, error) {
	return json.Marshal(v, json.Deterministic(true), json.OmitZeroStructFields(true))
}
