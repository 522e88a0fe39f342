package catalog

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
)

//go:embed data
var data embed.FS

// Releases lists the minors that the catalog has notes of, oldest first.
func Releases() (out []discovery.Release) {
	entries, err := data.ReadDir("data")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), suffix)
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
	file, err := fs.ReadFile(data, "data/"+r.String()+suffix)
	if errors.Is(err, fs.ErrNotExist) {
		return Minor{}, false, nil
	}
	if err != nil {
		return Minor{}, false, err
	}
	b, err := packed.Decode(file)
	if err != nil {
		return Minor{}, false, fmt.Errorf("the built-in release notes of %s are damaged: %w", r, err)
	}
	m, err = decode(b)
	return m, err == nil, err
}

// Forms are the minor's notes as documents of facts.
func (m Minor) Forms() (out []changelog.Document) {
	for _, d := range m.Documents {
		out = append(out, changelog.Document{Release: d.Release, Form: changelog.FormFacts, Notes: d.Notes})
	}
	return out
}
