// Package history makes the tables of the API's life of what the catalog and the built-in
// release notes have.
package history

import (
	"context"

	notes "github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
	"github.com/kubedelta/kubedelta/history"
)

// Make makes the table of types and fields, and that of the names in notes.
func Make(ctx context.Context, _ step.Folders) (map[string][]byte, error) {
	types, err := typesOf(ctx)
	if err != nil {
		return nil, err
	}
	names, err := namesOf()
	if err != nil {
		return nil, err
	}
	return map[string][]byte{history.TypesFile: packed.Encode(types), history.NamesFile: packed.Encode(names)}, nil
}

// typesOf adds the releases of the catalog that have fields.
func typesOf(ctx context.Context) ([]byte, error) {
	cat, b := catalog.New(), history.NewBuilder()
	for _, r := range cat.Releases() {
		s, err := cat.Load(ctx, r)
		if err != nil {
			return nil, err
		}
		if s.Fidelity.Fields == discovery.None {
			continue
		}
		m, _, err := notes.Load(r)
		if err != nil {
			return nil, err
		}
		b.Add(s, m.Links)
	}
	return b.Encode()
}

func namesOf() ([]byte, error) {
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
			mentions.AddNotes(d.Notes)
		}
	}
	return mentions.Format(), nil
}
