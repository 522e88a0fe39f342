package project

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// Fields has the surfaces of those releases of a project whose schemas are known. The first line
// has the records of the surfaces. The others are the pool of their schemas. The parts of a schema
// are numbers of earlier lines, because releases share nearly all parts.
type Fields struct {
	records map[string]catalog.Record
	pool    catalog.Pool
}

// EncodeFields encodes the surfaces of a project, by minor. Equal surfaces give equal bytes. It
// omits descriptions.
func EncodeFields(surfaces map[discovery.Release]*discovery.Surface) ([]byte, error) {
	e := encoder{numbers: map[string]int{}}
	records := map[string]catalog.Record{}
	for _, minor := range slices.SortedFunc(maps.Keys(surfaces), discovery.Release.Compare) {
		bare := *surfaces[minor]
		bare.Schemas, bare.Fidelity.Descriptions = nil, discovery.None
		r := catalog.Record{Surface: &bare, Schemas: map[string]int{}}
		for _, name := range slices.Sorted(maps.Keys(surfaces[minor].Schemas)) {
			n, err := e.add(surfaces[minor].Schemas[name])
			if err != nil {
				return nil, fmt.Errorf("%s of %s: %w", name, minor, err)
			}
			r.Schemas[name] = n
		}
		records[minor.String()] = r
	}
	head, err := json.Marshal(records, json.Deterministic(true))
	if err != nil {
		return nil, err
	}
	return []byte(string(head) + "\n" + strings.Join(e.lines, "\n")), nil
}

type encoder struct {
	numbers map[string]int
	lines   []string
}

// add adds a schema after its parts and returns its line number.
func (e *encoder) add(s *discovery.Schema) (int, error) {
	c := *s
	c.Description, c.Prose = "", ""
	c.Properties = slices.Clone(s.Properties)
	for _, child := range catalog.Children(&c) {
		n, err := e.add(*child)
		if err != nil {
			return 0, err
		}
		*child = &discovery.Schema{Ref: catalog.PartOf + strconv.Itoa(n)}
	}
	b, err := json.Marshal(&c, json.Deterministic(true))
	if err != nil {
		return 0, err
	}
	n, known := e.numbers[string(b)]
	if !known {
		n = len(e.lines)
		e.numbers[string(b)] = n
		e.lines = append(e.lines, string(b))
	}
	return n, nil
}

// DecodeFields decodes the output of EncodeFields. An empty input has the fields of no release.
func DecodeFields(b []byte) (*Fields, error) {
	f := &Fields{}
	if len(b) == 0 {
		return f, nil
	}
	head, rest, _ := bytes.Cut(b, []byte("\n"))
	f.pool = catalog.Pool{Divided: true, Unpack: func() ([]byte, error) { return rest, nil }}
	if err := json.Unmarshal(head, &f.records); err != nil {
		return nil, fmt.Errorf("its surfaces: %w", err)
	}
	return f, nil
}

// Has reports whether the fields of a release are known.
func (f *Fields) Has(minor discovery.Release) bool {
	_, has := f.records[minor.String()]
	return has
}

// Surface returns the surface of a release; nil if its fields are not known.
func (f *Fields) Surface(minor discovery.Release) (*discovery.Surface, error) {
	r, has := f.records[minor.String()]
	if !has {
		return nil, nil
	}
	if r.Surface == nil {
		return nil, fmt.Errorf("%s has no surface", minor)
	}
	return f.pool.Surface(r)
}
