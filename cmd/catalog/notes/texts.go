package notes

import (
	"context"
	"path/filepath"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/changelog/history"
	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
)

// MakeTexts makes a file of texts for each minor, in the order of the facts that [Make] writes.
// Both steps must use the same inputs.
func MakeTexts(_ context.Context, from step.Folders) (map[string][]byte, error) {
	library, err := readNotes(filepath.Join(from.Published, "release-notes"))
	if err != nil {
		return nil, err
	}
	texts := map[string][]catalog.Text{}
	for _, v := range library.Versions() {
		if !v.Final() {
			continue
		}
		if span := library.Between(history.Before(v), v); len(span.Releases) > 0 {
			name := v.Release.String()
			texts[name] = append(texts[name], textOf(v.String(), span.Notes, span.Documents))
		}
	}
	files := map[string][]byte{}
	for name, of := range texts {
		b, err := encode(of)
		if err != nil {
			return nil, err
		}
		files[name+".json.zst"] = packed.Encode(b)
	}
	return files, nil
}

// textOf returns the parts of the notes of a release that their facts omit.
func textOf(release string, notes []changelog.Note, documents []changelog.Document) catalog.Text {
	t := catalog.Text{Release: release}
	for _, n := range notes {
		if !n.Unpublished {
			t.Entries = append(t.Entries, catalog.Entry{PR: n.PR, Text: n.Text, Authors: n.Authors, Documentation: n.Documentation})
		}
	}
	for _, d := range documents {
		t.Form = d.Form
		t.Prose, t.Advisories = append(t.Prose, d.Prose...), append(t.Advisories, d.Advisories...)
	}
	return t
}
