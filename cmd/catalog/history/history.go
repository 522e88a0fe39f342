// Package history makes the tables of the API's lifecycle from the catalog and the built-in release
// notes. It must not be imported by the product.
package history

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	notes "github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/source"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
	"github.com/kubedelta/kubedelta/history"
)

// Make makes the table of types and fields, and the table of the names in notes.
func Make(ctx context.Context, from step.Folders) (map[string][]byte, error) {
	types, err := typesOf(ctx, from.Published)
	if err != nil {
		return nil, err
	}
	names, err := namesOf()
	if err != nil {
		return nil, err
	}
	return map[string][]byte{history.TypesFile: packed.Encode(types), history.NamesFile: packed.Encode(names)}, nil
}

// typesOf adds the releases of the catalog that have fields, with the published documents for their
// descriptions.
func typesOf(ctx context.Context, published string) ([]byte, error) {
	gates, err := gate.Known()
	if err != nil {
		return nil, err
	}
	cat, b := catalog.New(), NewBuilder(gates)
	for _, r := range cat.Releases() {
		one, err := load(ctx, cat, r, published)
		if err != nil {
			return nil, err
		}
		if one.Fidelity.Fields != discovery.None {
			b.Add(one)
		}
	}
	return b.Encode()
}

func load(ctx context.Context, cat *catalog.Catalog, r discovery.Release, published string) (one Release, err error) {
	if one.Surface, err = cat.Load(ctx, r); err != nil {
		return one, err
	}
	m, _, err := notes.Load(r)
	if err != nil {
		return one, err
	}
	one.Links = m.Links
	for _, d := range m.Documents {
		if d.Release == "v"+r.String()+".0" {
			one.Notes = d.Notes
		}
	}
	path := filepath.Join(published, "openapi", r.String())
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return one, nil // no document was published
	}
	ref := source.Reference{Text: path, Scheme: source.SchemeFile, Value: path}
	one.Prose, err = source.Load(ctx, ref, source.Environment{Catalog: cat, Decoder: openapi.NewDecoder()})
	return one, err
}

func namesOf() ([]byte, error) {
	gates, err := gate.Known()
	if err != nil {
		return nil, err
	}
	mentions := history.Mentions{}
	for _, r := range notes.Releases() {
		m, _, err := notes.Load(r)
		if err != nil {
			return nil, err
		}
		documents, err := m.Written(r)
		if err != nil {
			return nil, err
		}
		for _, d := range documents {
			AddNotes(mentions, d.Notes, gates)
		}
	}
	return FormatMentions(mentions), nil
}
