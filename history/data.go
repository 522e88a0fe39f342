package history

import (
	"embed"
	"sync"

	"github.com/kubedelta/kubedelta/discovery/dataset"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
)

//go:embed data
var data embed.FS

// The files of the tables.
const (
	TypesFile = "types.jsonl.zst"
	NamesFile = "names.tsv.zst"
)

// Known is the built-in table of types.
//
//nolint:gochecknoglobals // read once
var Known = sync.OnceValues(func() (*Table, error) {
	b, err := unpack(TypesFile)
	if err != nil {
		return nil, err
	}
	return Decode(b)
})

// Named is the built-in table of the names in release notes.
//
//nolint:gochecknoglobals // read once
var Named = sync.OnceValues(func() (Mentions, error) {
	b, err := unpack(NamesFile)
	if err != nil {
		return nil, err
	}
	return ParseMentions(string(b))
})

func unpack(name string) ([]byte, error) {
	b, err := dataset.Folder{Name: "history/data", BuiltIn: data}.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return packed.Decode(b)
}
