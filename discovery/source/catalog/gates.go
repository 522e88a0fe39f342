package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// FieldGates are the feature gates that a field needs in the releases from First
// to Last, and the stage that they give it there. Where all of them are stable the
// field is, whatever its description still says: Stage and Gates are empty then.
// Neither documents nor servers tell it: the Go types of Kubernetes do, in
// tags, and the table of gates.
type FieldGates struct {
	Schema, Field string
	First, Last   discovery.Release
	Stage         discovery.Stability
	Gates         []string
	// Inherited: the field has no tag of its own; those that lead to it have.
	Inherited bool
}

// GatesColumns is the head line of the table.
const GatesColumns = "schema\tfield\tfirst\tlast\tstage\tgates\tinherited"

// CompareGates is the order of the table.
func CompareGates(a, b FieldGates) int {
	return cmp.Or(strings.Compare(a.Schema, b.Schema), strings.Compare(a.Field, b.Field), a.First.Compare(b.First))
}

// DecodeGates reads the table that cmd/catalog writes.
func DecodeGates(data []byte) ([]FieldGates, error) {
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if lines[0] != GatesColumns {
		return nil, fmt.Errorf("the table of gated fields begins with %q, not with its columns", lines[0])
	}
	rows := make([]FieldGates, 0, len(lines))
	for i, line := range lines[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 7 {
			return nil, fmt.Errorf("line %d of the table of gated fields has %d columns instead of 7", i+2, len(f))
		}
		row := FieldGates{Schema: f[0], Field: f[1], Stage: discovery.Stability(undash(f[4])), Inherited: f[6] == "yes"}
		if f[5] != "-" {
			row.Gates = strings.Split(f[5], ",")
		}
		for n, r := range []*discovery.Release{&row.First, &row.Last} {
			if err := r.UnmarshalText([]byte(f[2+n])); err != nil {
				return nil, fmt.Errorf("line %d of the table of gated fields: %w", i+2, err)
			}
		}
		if len(rows) > 0 && CompareGates(rows[len(rows)-1], row) >= 0 {
			return nil, fmt.Errorf("line %d of the table of gated fields is not in order", i+2)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// annotateGates adds to the fields of a release what the table knows. Schemas are
// shared with other surfaces, so those that change are copied.
func annotateGates(s *discovery.Surface, rows []FieldGates) {
	if !s.Release.Known() {
		return
	}
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].Schema == rows[0].Schema {
			n++
		}
		of := rows[:n]
		rows = rows[n:]
		if schema := s.Schemas[of[0].Schema]; schema != nil {
			s.Schemas[of[0].Schema] = withGates(schema, of, s.Release)
		}
		for _, byName := range s.SchemaVariants {
			if schema := byName[of[0].Schema]; schema != nil {
				byName[of[0].Schema] = withGates(schema, of, s.Release)
			}
		}
	}
}

func withGates(schema *discovery.Schema, rows []FieldGates, r discovery.Release) *discovery.Schema {
	var changed *discovery.Schema
	for _, row := range rows {
		field := schema.Field(row.Field)
		if field == nil || !row.First.AtOrBefore(r) || !r.AtOrBefore(row.Last) {
			continue
		}
		if own := field.Schema.Facts; row.Inherited && (own.Stage != discovery.StabilityUnknown || len(own.Gates) > 0) {
			continue // its description says more of it
		}
		if changed == nil {
			c := *schema
			c.Properties = slices.Clone(schema.Properties)
			changed = &c
		}
		f := changed.Field(row.Field)
		gated := *f.Schema
		gated.Facts.Stage, gated.Facts.Inherited = row.Stage, row.Inherited
		gated.Facts.Gates = slices.Compact(slices.Sorted(slices.Values(slices.Concat(gated.Facts.Gates, row.Gates))))
		f.Schema = &gated
	}
	if changed == nil {
		return schema
	}
	return changed
}
