package surfaces

import (
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// pool collects the distinct schemas of all releases for encoding.
type pool struct {
	lines map[string]int
}

// newPool returns a pool with the schemas of all surfaces. Lines are sorted, so that the same
// releases give the same bytes.
func newPool(surfaces []*discovery.Surface) (*pool, error) {
	p := &pool{lines: map[string]int{}}
	for _, s := range surfaces {
		for _, schema := range allSchemas(s) {
			line, err := encodeSchema(schema)
			if err != nil {
				return nil, err
			}
			p.lines[line] = 0
		}
	}
	for i, line := range slices.Sorted(maps.Keys(p.lines)) {
		p.lines[line] = i
	}
	return p, nil
}

func allSchemas(s *discovery.Surface) (all []*discovery.Schema) {
	for _, schema := range s.Schemas {
		all = append(all, schema)
	}
	for _, byName := range s.SchemaVariants {
		for _, schema := range byName {
			all = append(all, schema)
		}
	}
	return all
}

func encodeSchema(s *discovery.Schema) (string, error) {
	b, err := json.Marshal(s, json.Deterministic(true))
	return string(b), err
}

// encode writes the pool, one schema per line.
func (p *pool) encode() []byte {
	return []byte(strings.Join(slices.Sorted(maps.Keys(p.lines)), "\n"))
}

// encodeSurface writes a surface as a record that refers to the pool.
func (p *pool) encodeSurface(s *discovery.Surface) ([]byte, error) {
	bare := *s
	bare.Schemas, bare.SchemaVariants = nil, nil
	rec := catalog.Record{Surface: &bare, Parameters: map[string]map[string]int{}, Schemas: map[string]int{}}
	liftParameters(&rec, s)
	for name, schema := range s.Schemas {
		line, err := encodeSchema(schema)
		if err != nil {
			return nil, err
		}
		rec.Schemas[name] = p.lines[line]
	}
	for gv, byName := range s.SchemaVariants {
		for name, schema := range byName {
			line, err := encodeSchema(schema)
			if err != nil {
				return nil, err
			}
			if rec.Variants == nil {
				rec.Variants = map[string]map[string]int{}
			}
			if rec.Variants[gv] == nil {
				rec.Variants[gv] = map[string]int{}
			}
			rec.Variants[gv][name] = p.lines[line]
		}
	}
	return json.Marshal(rec, json.Deterministic(true))
}

// liftParameters moves the parameter lists out of a copy of the groups.
func liftParameters(rec *catalog.Record, s *discovery.Surface) {
	numbers := map[string]int{}
	lift := func(key string, byVerb map[string][]string) {
		for _, verb := range slices.Sorted(maps.Keys(byVerb)) {
			set := strings.Join(byVerb[verb], ",")
			n, known := numbers[set]
			if !known {
				n = len(rec.ParameterSets)
				numbers[set] = n
				rec.ParameterSets = append(rec.ParameterSets, byVerb[verb])
			}
			if rec.Parameters[key] == nil {
				rec.Parameters[key] = map[string]int{}
			}
			rec.Parameters[key][verb] = n
		}
	}
	rec.Surface.Groups = catalog.EachResource(s.Groups, func(key string, r *discovery.Resource) {
		lift(key, r.Parameters)
		r.Parameters = nil
		for i := range r.Subresources {
			lift(key+"/"+r.Subresources[i].Name, r.Subresources[i].Parameters)
			r.Subresources[i].Parameters = nil
		}
	})
}
