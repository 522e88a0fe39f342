package catalog

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/tsv"
)

// FieldGates has the feature gates that a field needs in the releases from First to Last, and its
// stage, from the tags of Kubernetes' Go types. If all gates are stable, so is the field, whatever
// its description says; then Stage and Gates are empty.
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
func annotateGates(s *discovery.Surface, rows []FieldGates, table gate.Table) {
	if !s.Release.Known() {
		return
	}
	bySchema := map[string][]FieldGates{}
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].Schema == rows[0].Schema {
			n++
		}
		bySchema[rows[0].Schema], rows = rows[:n], rows[n:]
	}
	for _, byName := range append(slices.Collect(maps.Values(s.SchemaVariants)), s.Schemas) {
		for name, schema := range byName {
			byName[name] = withGates(withStages(schema, s.Release, table), bySchema[name], s.Release)
		}
	}
}

// withStages replaces the stage in the description of a field, which is often that of an earlier
// release, by the stage of its gate. With several gates, the stage may be that of a part.
func withStages(schema *discovery.Schema, r discovery.Release, table gate.Table) *discovery.Schema {
	changed := schema
	for i, f := range schema.Properties {
		facts := f.Schema.Facts
		if facts.Stage == discovery.StabilityUnknown || len(facts.Gates) != 1 {
			continue
		}
		if stage := stageByGate(facts.Stage, facts.Gates[0], r, table); stage != facts.Stage {
			facts.Stage = stage
			changed = withFacts(changed, schema, i, facts)
		}
	}
	return changed
}

// stageByGate returns the stage of a field that needs the gate, and stated if the table does not
// tell: the gate is deprecated, was removed before it was stable, or has another name in this
// release. In a release newer than the table, the description may know of a later stage.
func stageByGate(stated discovery.Stability, name string, r discovery.Release, table gate.Table) discovery.Stability {
	state := table.At(gate.Components, name, r)
	if gone, removed := table.GoneIn(gate.Components, name, r); removed {
		state = table.At(gate.Components, name, discovery.Release{Major: gone.Major, Minor: gone.Minor - 1})
		if state.Stage != gate.Stable {
			return stated
		}
	}
	switch {
	case state.Stage == gate.Stable:
		return discovery.StabilityUnknown
	case state.Stage == gate.Beta:
		return discovery.Beta
	case state.Stage == gate.Alpha && table.Covers(r):
		return discovery.Alpha
	}
	return stated
}

// withGates adds the stages and gates of the rows that apply to the release.
func withGates(schema *discovery.Schema, rows []FieldGates, r discovery.Release) *discovery.Schema {
	changed := schema
	for _, row := range rows {
		i := slices.IndexFunc(schema.Properties, func(f discovery.Field) bool { return f.Name == row.Field })
		// The gates of a release newer than the table are unknown. It gets those of the newest
		// release, so that no stage seems to change.
		if i < 0 || !row.First.AtOrBefore(r) || !r.AtOrBefore(row.Last) && row.Last != discovery.Newest() {
			continue
		}
		facts := changed.Properties[i].Schema.Facts
		if row.Inherited && (facts.Stage != discovery.StabilityUnknown || len(facts.Gates) > 0) {
			continue // the field's own description takes precedence
		}
		facts.Stage, facts.Inherited = row.Stage, row.Inherited
		facts.Gates = slices.Compact(slices.Sorted(slices.Values(slices.Concat(facts.Gates, row.Gates))))
		changed = withFacts(changed, schema, i, facts)
	}
	return changed
}

// annotateDeprecations adds the deprecations that descriptions do not state.
func annotateDeprecations(s *discovery.Surface) {
	for _, d := range discovery.UndescribedFields() {
		for _, byName := range append(slices.Collect(maps.Values(s.SchemaVariants)), s.Schemas) {
			schema := byName[d.Schema]
			if schema == nil || !d.Deprecated.AtOrBefore(s.Release) {
				continue
			}
			if i := slices.IndexFunc(schema.Properties, func(f discovery.Field) bool { return f.Name == d.Field }); i >= 0 {
				facts := schema.Properties[i].Schema.Facts
				facts.Deprecated = true
				byName[d.Schema] = withFacts(schema, schema, i, facts)
			}
		}
	}
}

// withFacts returns the schema with other facts of the property at i. It copies the schema if it is
// the original.
func withFacts(schema, original *discovery.Schema, i int, facts discovery.Facts) *discovery.Schema {
	if schema == original {
		c := *original
		c.Properties = slices.Clone(original.Properties)
		schema = &c
	}
	f := *schema.Properties[i].Schema
	f.Facts = facts
	schema.Properties[i].Schema = &f
	return schema
}
