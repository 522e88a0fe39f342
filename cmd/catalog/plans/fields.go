package plans

import (
	"cmp"
	_ "embed"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/tsv"
)

// FieldKey names a field of a Go type as in documents: the schema "io.k8s.api.core.v1.PodSpec" and
// the property "hostUsers".
type FieldKey struct{ Schema, Field string }

// Tagged are the feature gates in the tag of a field (+featureGate=), sorted, in the releases from
// First to Last.
type Tagged struct {
	First, Last discovery.Release
	Gates       []string
}

// Tags are the tags of each field, oldest first.
type Tags map[FieldKey][]Tagged

// Of returns the gates in the tag of a field in a release.
func (t Tags) Of(key FieldKey, r discovery.Release) []string {
	for _, tagged := range t[key] {
		if tagged.First.AtOrBefore(r) && r.AtOrBefore(tagged.Last) {
			return tagged.Gates
		}
	}
	return nil
}

// Add adds the tags of a release, which must be newer than those before.
func (t Tags) Add(r discovery.Release, of map[FieldKey][]string) {
	for key, gates := range of {
		if list := t[key]; len(list) > 0 {
			last := &list[len(list)-1]
			if slices.Equal(last.Gates, gates) && last.Last.Minor+1 == r.Minor {
				last.Last = r
				continue
			}
		}
		t[key] = append(t[key], Tagged{First: r, Last: r, Gates: gates})
	}
}

const fieldsHeader = "schema\tfield\tfirst\tlast\tgates"

// FormatTags writes the table: the header, then one line for each span of releases.
func FormatTags(tags Tags) []byte {
	var b strings.Builder
	b.WriteString(fieldsHeader + "\n")
	keys := slices.SortedFunc(maps.Keys(tags), func(a, b FieldKey) int {
		return cmp.Or(strings.Compare(a.Schema, b.Schema), strings.Compare(a.Field, b.Field))
	})
	for _, key := range keys {
		for _, t := range tags[key] {
			b.WriteString(strings.Join([]string{key.Schema, key.Field, t.First.String(), t.Last.String(), strings.Join(t.Gates, ",")}, "\t") + "\n")
		}
	}
	return []byte(b.String())
}

// ParseTags reads the output of FormatTags. Any other text is an error.
func ParseTags(table []byte) (Tags, error) {
	tags := Tags{}
	err := tsv.Below(string(table), "tagged fields", fieldsHeader, func(column []string) error {
		t := Tagged{Gates: tsv.List(column[4])}
		key := FieldKey{column[0], column[1]}
		err := tsv.Releases(column[2:4], &t.First, &t.Last)
		tags[key] = append(tags[key], t)
		return err
	})
	if err == nil && string(FormatTags(tags)) != string(table) {
		err = errors.New("the table of tagged fields is not in order, or not as it is written")
	}
	return tags, err
}

//go:embed fields.tsv
var embeddedFields []byte

// FieldTags returns the tags of all fields of all releases. The map is shared and must not be
// modified.
func FieldTags() (Tags, error) { return fieldTags() }

//nolint:gochecknoglobals // parsed at most once.
var fieldTags = sync.OnceValues(func() (Tags, error) { return ParseTags(embeddedFields) })
