package notes

import (
	"context"
	"path/filepath"

	"github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/changelog/history"
	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
)

// MakeTexts makes a file of texts for each minor, in the order of the facts that
// [Make] writes: the two steps belong together.
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
			texts[name] = append(texts[name], catalog.TextOf(v.String(), span.Notes, span.Documents))
		}
	}
	files := map[string][]byte{}
	for name, of := range texts {
		b, err := catalog.EncodeTexts(of)
		if err != nil {
			return nil, err
		}
		files[name+".json.zst"] = packed.Encode(b)
	}
	return files, nil
}
