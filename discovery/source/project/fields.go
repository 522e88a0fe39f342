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
)

// Fields has the surfaces of those releases of a project whose schemas are known. The first line
// has the surfaces. Each other line is a schema whose parts are numbers of earlier lines, because
// releases share nearly all parts.
type Fields struct {
	records map[string]record
	lines   [][]byte
	schemas []*discovery.Schema
}

// record is a surface whose schemas are line numbers.
type record struct {
	Surface *discovery.Surface `json:"surface"`
	Schemas map[string]int     `json:"schemas"`
}

// part is the prefix of a reference to a line. No name of a schema begins with it.
const part = "#"

// EncodeFields encodes the surfaces of a project, by minor. Equal surfaces give equal bytes. It
// omits descriptions.
func EncodeFields(surfaces map[discovery.Release]*discovery.Surface) ([]byte, error) {
	e := encoder{numbers: map[string]int{}}
	records := map[string]record{}
	for _, minor := range slices.SortedFunc(maps.Keys(surfaces), discovery.Release.Compare) {
		bare := *surfaces[minor]
		bare.Schemas, bare.Fidelity.Descriptions = nil, discovery.None
		r := record{&bare, map[string]int{}}
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
	for _, child := range children(&c) {
		n, err := e.add(*child)
		if err != nil {
			return 0, err
		}
		*child = &discovery.Schema{Ref: part + strconv.Itoa(n)}
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

// children returns pointers to the parts of a schema.
func children(s *discovery.Schema) (all []**discovery.Schema) {
	for i := range s.Properties {
		all = append(all, &s.Properties[i].Schema)
	}
	for _, child := range []**discovery.Schema{&s.Items, &s.AdditionalProperties} {
		if *child != nil {
			all = append(all, child)
		}
	}
	return all
}

// DecodeFields decodes the output of EncodeFields. An empty input has the fields of no release.
func DecodeFields(b []byte) (*Fields, error) {
	f := &Fields{}
	if len(b) == 0 {
		return f, nil
	}
	head, rest, _ := bytes.Cut(b, []byte("\n"))
	f.lines = bytes.Split(rest, []byte("\n"))
	f.schemas = make([]*discovery.Schema, len(f.lines))
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
	s := *r.Surface
	s.Schemas = make(map[string]*discovery.Schema, len(r.Schemas))
	for name, n := range r.Schemas {
		schema, err := f.schema(n, len(f.lines))
		if err != nil {
			return nil, err
		}
		s.Schemas[name] = schema
	}
	return &s, nil
}

// schema decodes a line. Its parts must be on lines before it.
func (f *Fields) schema(n, before int) (*discovery.Schema, error) {
	if n < 0 || n >= before {
		return nil, fmt.Errorf("schema %d is not before %d", n, before)
	}
	if f.schemas[n] != nil {
		return f.schemas[n], nil
	}
	s := &discovery.Schema{}
	if err := json.Unmarshal(f.lines[n], s); err != nil {
		return nil, fmt.Errorf("schema %d: %w", n, err)
	}
	for _, child := range children(s) {
		number, err := strconv.Atoi(strings.TrimPrefix((*child).Ref, part))
		if err != nil {
			return nil, fmt.Errorf("schema %d: %w", n, err)
		}
		if *child, err = f.schema(number, n); err != nil {
			return nil, err
		}
	}
	f.schemas[n] = s
	return s, nil
}
