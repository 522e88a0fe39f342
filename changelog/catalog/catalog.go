package catalog

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/dataset"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
)

//go:embed data
var data embed.FS

// facts and written are the folders of this package in the data set.
func facts() dataset.Folder   { return dataset.Folder{Name: "changelog/catalog/data", BuiltIn: data} }
func written() dataset.Folder { return dataset.Folder{Name: "changelog/catalog/texts", BuiltIn: texts} }

// Releases lists the minors that the catalog has notes of, oldest first.
func Releases() (out []discovery.Release) {
	for _, file := range facts().Names() {
		name, ok := strings.CutSuffix(file, suffix)
		if r, err := discovery.ParseRelease(name); ok && err == nil {
			out = append(out, r)
		}
	}
	order.By(out, discovery.Release.Compare)
	return out
}

const suffix = ".json.zst"

// Load reads one minor; false where the catalog has none.
func Load(r discovery.Release) (m Minor, ok bool, err error) {
	b, err := packed.ReadFile(facts(), r.String()+suffix)
	if errors.Is(err, fs.ErrNotExist) {
		return Minor{}, false, nil
	}
	if err != nil {
		return Minor{}, false, fmt.Errorf("the built-in release notes of %s are damaged: %w", r, err)
	}
	m, err = decode(b)
	return m, err == nil, err
}

// Forms are the minor's notes as documents of facts.
func (m Minor) Forms() []changelog.Document {
	return slice.Map(m.Documents, func(d Document) changelog.Document {
		return changelog.Document{Release: d.Release, Form: changelog.FormFacts, Notes: d.Notes}
	})
}

// Written are the same documents with their texts. They are read from a file of their
// own, so that who needs facts only does not pay for them.
func (m Minor) Written(r discovery.Release) ([]changelog.Document, error) {
	out := m.Forms()
	for i := range out {
		out[i].Notes = slices.Clone(out[i].Notes)
	}
	file, err := packed.ReadFile(written(), r.String()+suffix)
	if err == nil {
		err = addTexts(out, file)
	}
	if err != nil {
		return nil, fmt.Errorf("the built-in texts of the release notes of %s are damaged: %w", r, err)
	}
	return out, nil
}
