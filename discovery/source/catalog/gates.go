package catalog

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/tsv"
)

// FieldGates has the feature gates that a field needs in the releases from First to Last, and the
// stage of the field. If all gates are stable, so is the field, whatever its description says; then
// Stage and Gates are empty. The source is the tags of Kubernetes' Go types and the table of gates,
// because neither documents nor servers show this.
type FieldGates struct {
	Schema, Field string
	First, Last   discovery.Release
	Stage         discovery.Stability
	Gates         []string
	// Inherited: the field has no tag; the fields that contain it have.
	Inherited bool
}

// GatesColumns is the header line of the table.
const GatesColumns = "schema\tfield\tfirst\tlast\tstage\tgates\tinherited"

// CompareGates orders the rows of the table.
func CompareGates(a, b FieldGates) int {
	return cmp.Or(strings.Compare(a.Schema, b.Schema), strings.Compare(a.Field, b.Field), a.First.Compare(b.First))
}

// DecodeGates reads the table that cmd/catalog writes.
func DecodeGates(data []byte) ([]FieldGates, error) {
	var rows []FieldGates
	err := tsv.Below(string(data), "gated fields", GatesColumns, func(f []string) error {
		row := FieldGates{Schema: f[0], Field: f[1], Stage: discovery.Stability(tsv.Known(f[4])), Gates: tsv.List(f[5]), Inherited: f[6] == "yes"}
		if err := tsv.Releases(f[2:4], &row.First, &row.Last); err != nil {
			return err
		}
		if len(rows) > 0 && CompareGates(rows[len(rows)-1], row) >= 0 {
			return errors.New("it is not in order")
		}
		rows = append(rows, row)
		return nil
	})
	return rows, err
}

// annotateGates adds stages and gates to the fields of a release. It copies the schemas that it
// changes, because they are shared with other surfaces.
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
		// The gates of a release newer than the table are unknown. It gets those of the newest
		// release, so that no stage seems to change.
		if field == nil || !row.First.AtOrBefore(r) || !r.AtOrBefore(row.Last) && row.Last != discovery.Newest() {
			continue
		}
		if own := field.Schema.Facts; row.Inherited && (own.Stage != discovery.StabilityUnknown || len(own.Gates) > 0) {
			continue // the field's own description takes precedence
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
