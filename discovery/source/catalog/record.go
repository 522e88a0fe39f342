package catalog

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"weak"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
)

// Record is the stored form of a release: a surface whose schemas are line numbers of a pool that
// several releases share, and whose parameter lists are numbers of its own list.
type Record struct {
	Surface *discovery.Surface `json:"surface"`
	// ParameterSets are the distinct lists of query parameters.
	ParameterSets [][]string `json:"parameterSets,omitempty"`
	// Parameters has the number of the parameter set of each verb, by
	// "group/version/resource[/subresource]".
	Parameters map[string]map[string]int `json:"parameters,omitempty"`
	// Schemas and Variants have the line of the pool for each name.
	Schemas  map[string]int            `json:"schemas,omitempty"`
	Variants map[string]map[string]int `json:"variants,omitempty"`
}

// lowerParameters replaces the numbers by the parameter lists.
func (rec *Record) lowerParameters() {
	lower := func(key string) map[string][]string {
		numbers := rec.Parameters[key]
		if numbers == nil {
			return nil
		}
		byVerb := make(map[string][]string, len(numbers))
		for verb, n := range numbers {
			if n >= 0 && n < len(rec.ParameterSets) {
				byVerb[verb] = rec.ParameterSets[n]
			}
		}
		return byVerb
	}
	rec.Surface.Groups = EachResource(rec.Surface.Groups, func(key string, r *discovery.Resource) {
		r.Parameters = lower(key)
		for i := range r.Subresources {
			r.Subresources[i].Parameters = lower(key + "/" + r.Subresources[i].Name)
		}
	})
}

// EachResource copies the groups and calls do for each resource of the copy.
func EachResource(groups []discovery.Group, do func(key string, r *discovery.Resource)) []discovery.Group {
	groups = slices.Clone(groups)
	for i := range groups {
		groups[i].Versions = slices.Clone(groups[i].Versions)
		for j := range groups[i].Versions {
			v := &groups[i].Versions[j]
			v.Resources = slices.Clone(v.Resources)
			for k := range v.Resources {
				r := &v.Resources[k]
				r.Subresources = slices.Clone(r.Subresources)
				do(groups[i].Name+"/"+v.Name+"/"+r.Name, r)
			}
		}
	}
	return groups
}

// Pool has schemas, one per line, and decodes them when they are first used. All releases of a
// process share them. The text is large and mostly unused, so the garbage collector may free it.
type Pool struct {
	// Unpack returns the text.
	Unpack func() ([]byte, error)
	// Divided: the parts of a schema are references to earlier lines, PartOf and a number.
	Divided bool
	text    weak.Pointer[poolText]
	schemas []*discovery.Schema
}

type poolText struct {
	lines [][]byte
}

// open unpacks the text, unless it is still in memory.
func (p *Pool) open() (*poolText, error) {
	if t := p.text.Value(); t != nil {
		return t, nil
	}
	b, err := p.Unpack()
	if err != nil {
		return nil, err
	}
	t := &poolText{bytes.Split(b, []byte("\n"))}
	p.text = weak.Make(t)
	if p.schemas == nil {
		p.schemas = make([]*discovery.Schema, len(t.lines))
	}
	return t, nil
}

// PartOf is the prefix of a reference to a line. No name of a schema begins with it.
const PartOf = "#"

// schema returns the schema of a line, which must be before another one.
func (p *Pool) schema(t *poolText, n, before int) (*discovery.Schema, error) {
	if n < 0 || n >= before {
		return nil, fmt.Errorf("schema %d is missing", n)
	}
	if p.schemas[n] != nil {
		return p.schemas[n], nil
	}
	s := &discovery.Schema{}
	if err := json.Unmarshal(t.lines[n], s); err != nil {
		return nil, fmt.Errorf("schema %d: %w", n, err)
	}
	var parts []**discovery.Schema
	if p.Divided {
		parts = Children(s)
	}
	for _, child := range parts {
		line, err := strconv.Atoi(strings.TrimPrefix((*child).Ref, PartOf))
		if err == nil {
			*child, err = p.schema(t, line, n)
		}
		if err != nil {
			return nil, fmt.Errorf("schema %d: %w", n, err)
		}
	}
	p.schemas[n] = s
	return s, nil
}

// Children returns pointers to the parts of a schema.
func Children(s *discovery.Schema) (all []**discovery.Schema) {
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

// Surface returns the surface of a record, with the schemas of the pool.
func (p *Pool) Surface(rec Record) (*discovery.Surface, error) {
	t, err := p.open()
	if err != nil {
		return nil, err
	}
	rec.lowerParameters()
	s := *rec.Surface
	s.Schemas = make(map[string]*discovery.Schema, len(rec.Schemas))
	for name, n := range rec.Schemas {
		if s.Schemas[name], err = p.schema(t, n, len(t.lines)); err != nil {
			return nil, err
		}
	}
	for key, byName := range rec.Variants {
		for name, n := range byName {
			schema, err := p.schema(t, n, len(t.lines))
			if err != nil {
				return nil, err
			}
			s.AddSchemaVariant(discovery.ParseGroupVersion(key), name, schema)
		}
	}
	return &s, nil
}
