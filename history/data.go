package history

import (
	"embed"
	"sync"

	"github.com/kubedelta/kubedelta/discovery/dataset"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
)

//go:embed data
var data embed.FS

//go:embed declared
var declared embed.FS

// The files of the tables.
const (
	TypesFile = "types.jsonl.zst"
	NamesFile = "names.tsv.zst"
	// MetricsFile is in a folder of its own, which the step metrics writes.
	MetricsFile = "metrics.tsv.zst"
)

// Known is the built-in table of types.
//
//nolint:gochecknoglobals // read once
var Known = sync.OnceValues(func() (*Table, error) {
	b, err := unpack("data", TypesFile)
	if err != nil {
		return nil, err
	}
	return Decode(b)
})

// Named is the built-in table of the names in release notes.
//
//nolint:gochecknoglobals // read once
var Named = sync.OnceValues(func() (Mentions, error) {
	b, err := unpack("data", NamesFile)
	if err != nil {
		return nil, err
	}
	return ParseMentions(string(b))
})

// Declared is the built-in table of the metrics that releases declare.
//
//nolint:gochecknoglobals // read once
var Declared = sync.OnceValues(func() (Declarations, error) {
	b, err := unpack("declared", MetricsFile)
	if err != nil {
		return nil, err
	}
	return ParseDeclarations(string(b))
})

func unpack(folder, name string) ([]byte, error) {
	builtIn := map[string]embed.FS{"data": data, "declared": declared}[folder]
	b, err := dataset.Folder{Name: "history/" + folder, BuiltIn: builtIn}.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return packed.Decode(b)
}
