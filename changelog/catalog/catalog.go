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

// facts is a folder of this package in the data set.
func facts() dataset.Folder { return dataset.Folder{Name: "changelog/catalog/data", BuiltIn: data} }

// Releases returns the minors with built-in notes, oldest first.
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

// Load reads one minor. ok is false if it is not built in.
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

// Forms returns the minor's notes as documents with facts only.
func (m Minor) Forms() []changelog.Document {
	return slice.Map(m.Documents, func(d Document) changelog.Document {
		return changelog.Document{Release: d.Release, Form: changelog.FormFacts, Notes: d.Notes}
	})
}

// Written returns the same documents with their texts. The texts are in a separate file, so that
// callers that need only facts do not load them.
func (m Minor) Written(r discovery.Release) ([]changelog.Document, error) {
	out := m.Forms()
	for i := range out {
		out[i].Notes = slices.Clone(out[i].Notes)
	}
	file, err := packed.ReadFile(dataset.Folder{Name: "changelog/catalog/texts", BuiltIn: texts}, r.String()+suffix)
	if err == nil {
		err = addTexts(out, file)
	}
	if err != nil {
		return nil, fmt.Errorf("the built-in texts of the release notes of %s are damaged: %w", r, err)
	}
	return out, nil
}
