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

// The files with the tables.
const (
	TypesFile = "types.jsonl.zst"
	NamesFile = "names.tsv.zst"
	// KEPsFile is made by a step of cmd/catalog of its own.
	KEPsFile = "keps.tsv"
	// MetricsFile is in a folder of its own, because another step of cmd/catalog writes it.
	MetricsFile = "metrics.tsv.zst"
)

// Known returns the built-in table of types.
//
//nolint:gochecknoglobals // read once
var Known = readOnce("data", data, TypesFile, Decode)

// Named returns the built-in table of names in release notes.
//
//nolint:gochecknoglobals // read once
var Named = readOnce("data", data, NamesFile, func(b []byte) (Mentions, error) { return ParseMentions(string(b)) })

// Proposals returns the built-in table of KEPs by feature gate.
//
//nolint:gochecknoglobals // read once
var Proposals = readOnce("data", data, KEPsFile, func(b []byte) (map[string][]int, error) { return ParseKEPs(string(b)) })

// Declared returns the built-in table of metrics that releases declare.
//
//nolint:gochecknoglobals // read once
var Declared = readOnce("declared", declared, MetricsFile, func(b []byte) (Declarations, error) { return ParseDeclarations(string(b)) })

func readOnce[T any](folder string, builtIn embed.FS, name string, parse func([]byte) (T, error)) func() (T, error) {
	return sync.OnceValues(func() (table T, err error) {
		b, err := packed.ReadFile(dataset.Folder{Name: "history/" + folder, BuiltIn: builtIn}, name)
		if err != nil {
			return table, err
		}
		return parse(b)
	})
}
