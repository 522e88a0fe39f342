package checker

import (
	"embed"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/dataset"
	"github.com/kubedelta/kubedelta/discovery/tsv"
)

//go:embed data/fields.tsv
var fieldData embed.FS

// FieldLifecycle is the lifecycle of a field of a named schema: the releases that deprecated it and
// that removed it, among the releases whose fields are known.
type FieldLifecycle struct {
	Schema, Field       string
	Deprecated, Removed discovery.Release
}

// fieldColumns is the header of the table, which a test of this package generates from the catalog.
const fieldColumns = "schema\tfield\tdeprecated\tremoved"

// schemaField names a field of a schema.
type schemaField struct{ schema, field string }

// KnownFieldLifecycles is the table of the data set in use: one field per line, "-" for an unknown
// release.
func KnownFieldLifecycles() (lifecycles []FieldLifecycle, err error) {
	data, err := dataset.Folder{Name: "scan/checker/data", BuiltIn: fieldData}.ReadFile("fields.tsv")
	if err != nil {
		return nil, err
	}
	err = tsv.Below(string(data), "fields", fieldColumns, func(f []string) error {
		l := FieldLifecycle{Schema: f[0], Field: f[1]}
		err := tsv.Releases(f[2:], &l.Deprecated, &l.Removed)
		lifecycles = append(lifecycles, l)
		return err
	})
	return lifecycles, err
}

func readFieldLifecycles() (map[schemaField]FieldLifecycle, error) {
	lifecycles, err := KnownFieldLifecycles()
	if err != nil {
		return nil, err
	}
	for _, f := range facts().Fields {
		lifecycles = append(lifecycles, f.FieldLifecycle)
	}
	out := make(map[schemaField]FieldLifecycle, len(lifecycles))
	for _, l := range lifecycles {
		out[schemaField{l.Schema, l.Field}] = l
	}
	return out, nil
}
