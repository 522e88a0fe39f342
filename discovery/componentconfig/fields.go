package componentconfig

import (
	_ "embed"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/dataset"
	"github.com/kubedelta/kubedelta/discovery/tsv"
)

// FieldKey is a field of a kind of configuration, with its path: "profiles[].plugins".
type FieldKey struct {
	discovery.GroupVersionKind
	Path string
}

// Entries stands for all items of a list, or all entries of a map, in paths.
const Entries = "[]"

// LostField is a field that was removed from a version of a configuration. Gone is the first
// release without it.
type LostField struct {
	Path string
	Gone discovery.Release
}

//go:embed fields.tsv
var fields string

// LostFields returns the removed fields, by the kinds that had them.
//
//nolint:gochecknoglobals // read once
var LostFields = sync.OnceValues(func() (map[discovery.GroupVersionKind][]LostField, error) {
	return ParseFields(dataset.Text("discovery/componentconfig/fields.tsv", fields))
})

// ParseFields parses fields.tsv.
func ParseFields(text string) (map[discovery.GroupVersionKind][]LostField, error) {
	out := map[discovery.GroupVersionKind][]LostField{}
	err := tsv.Rows(text, "fields", 5, func(f []string) error {
		gone, err := discovery.ParseRelease(f[4])
		kind := discovery.GroupVersionKind{Group: tsv.Known(f[0]), Version: f[1], Kind: f[2]}
		out[kind] = append(out[kind], LostField{f[3], gone})
		return err
	})
	return out, err
}
