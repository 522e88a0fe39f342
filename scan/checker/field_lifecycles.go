package checker

import (
	"embed"
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/dataset"
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

// KnownFieldLifecycles is the table of the data set in use.
func KnownFieldLifecycles() ([]FieldLifecycle, error) {
	b, err := dataset.Folder{Name: "scan/checker/data", BuiltIn: fieldData}.ReadFile("fields.tsv")
	if err != nil {
		return nil, err
	}
	return DecodeFieldLifecycles(b)
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

// DecodeFieldLifecycles reads the table: one field per line, "-" for an unknown release.
func DecodeFieldLifecycles(data []byte) ([]FieldLifecycle, error) {
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if lines[0] != fieldColumns {
		return nil, fmt.Errorf("the table of fields begins with %q, not with its columns", lines[0])
	}
	lifecycles := make([]FieldLifecycle, 0, len(lines))
	for i, line := range lines[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 4 {
			return nil, fmt.Errorf("line %d of the table of fields has %d columns instead of 4", i+2, len(f))
		}
		l := FieldLifecycle{Schema: f[0], Field: f[1]}
		for n, r := range []*discovery.Release{&l.Deprecated, &l.Removed} {
			if text := f[2+n]; text != "-" {
				if err := r.UnmarshalText([]byte(text)); err != nil {
					return nil, fmt.Errorf("line %d of the table of fields: %w", i+2, err)
				}
			}
		}
		lifecycles = append(lifecycles, l)
	}
	return lifecycles, nil
}
