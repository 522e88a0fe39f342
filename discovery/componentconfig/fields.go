package componentconfig

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/dataset"
)

// FieldKey is a field of a kind of configuration, by its path: "profiles[].plugins".
type FieldKey struct {
	discovery.GroupVersionKind
	Path string
}

// Entries stands in paths for all items of a list, and all entries of a map.
const Entries = "[]"

// LostField is a field that a version of a configuration lost, with the release that
// does not have it any more.
type LostField struct {
	Path string
	Gone discovery.Release
}

//go:embed fields.tsv
var fields string

// LostFields are the fields that releases lost, by the kinds that they stay in.
//
//nolint:gochecknoglobals // read once
var LostFields = sync.OnceValues(func() (map[discovery.GroupVersionKind][]LostField, error) {
	return ParseFields(dataset.Text("discovery/componentconfig/fields.tsv", fields))
})

// ParseFields reads what [FormatFields] writes.
func ParseFields(text string) (map[discovery.GroupVersionKind][]LostField, error) {
	out := map[discovery.GroupVersionKind][]LostField{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		column := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(column) != 5 {
			return nil, fmt.Errorf("line %d of the table of fields has %d columns, not 5", n, len(column))
		}
		gone, err := discovery.ParseRelease(column[4])
		if err != nil {
			return nil, fmt.Errorf("line %d of the table of fields: %w", n, err)
		}
		kind := discovery.GroupVersionKind{Group: strings.TrimPrefix(column[0], "-"), Version: column[1], Kind: column[2]}
		out[kind] = append(out[kind], LostField{column[3], gone})
	}
	return out, nil
}
