package surfaces

import (
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/cmd/catalog/plans"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
)

// fieldGates joins, for each release, the tags of fields with the table of gates. Fields below
// gated fields inherit their gates.
func fieldGates(surfaces []*discovery.Surface) ([]catalog.FieldGates, error) {
	tags, err := plans.FieldTags()
	if err != nil {
		return nil, err
	}
	table, err := gate.Known()
	if err != nil {
		return nil, err
	}
	open := map[plans.FieldKey]*catalog.FieldGates{}
	var rows []*catalog.FieldGates
	for _, s := range surfaces {
		if !table.Covers(s.Release) {
			continue
		}
		for key, gates := range gatesIn(s, tags) {
			row := rowOf(key, gates, table, s.Release)
			row.Inherited = len(tags.Of(key, s.Release)) == 0
			if row.Inherited && (row.Stage == discovery.StabilityUnknown || wasGated(key, tags, table, s.Release)) {
				continue
			}
			if last := open[key]; last != nil && last.Last.Minor+1 == s.Release.Minor && last.Stage == row.Stage && last.Inherited == row.Inherited && slices.Equal(last.Gates, row.Gates) {
				last.Last = s.Release
				continue
			}
			open[key] = row
			rows = append(rows, row)
		}
	}
	out := make([]catalog.FieldGates, 0, len(rows))
	for _, row := range rows {
		out = append(out, *row)
	}
	return out, nil
}

// wasGated reports whether a field had gates of its own in an earlier release, and all of them are
// stable or removed: then the field does not wait for the gates of its type, which are those of its
// siblings.
func wasGated(key plans.FieldKey, tags plans.Tags, table gate.Table, r discovery.Release) bool {
	earlier := false
	for _, tagged := range tags[key] {
		if tagged.First.AtOrBefore(r) {
			earlier = true
			if rowOf(key, tagged.Gates, table, r).Stage != discovery.StabilityUnknown {
				return false
			}
		}
	}
	return earlier
}

// rowOf sets the stage of a field to that of its least stable gate.
func rowOf(key plans.FieldKey, gates []string, table gate.Table, r discovery.Release) *catalog.FieldGates {
	row := &catalog.FieldGates{Schema: key.Schema, Field: key.Field, First: r, Last: r}
	for _, name := range gates {
		switch stage := table.At(gate.Components, name, r).Stage; stage {
		case gate.Alpha:
			row.Stage = discovery.Alpha
		case gate.Beta, gate.Deprecated:
			if row.Stage == discovery.StabilityUnknown {
				row.Stage = discovery.Beta
			}
		default:
			// The gate is stable or removed, or not a gate of this release: some tags were
			// misspelled, or stayed when the gate was removed.
			continue
		}
		row.Gates = append(row.Gates, name)
	}
	return row
}

// gatesIn returns the gates of the fields of a release: those of their own tags, and those of all
// paths to them. The gates of a type are those that all fields referring to it have. A kind has
// none.
func gatesIn(s *discovery.Surface, tags plans.Tags) map[plans.FieldKey][]string {
	types := gatedTypes(s, tags)
	gated := map[plans.FieldKey][]string{}
	for name, schema := range s.Schemas {
		for _, f := range schema.Properties {
			key := plans.FieldKey{Schema: name, Field: f.Name}
			if gates := gatesOf(tags.Of(key, s.Release), types[name]); len(gates) > 0 {
				gated[key] = gates
			}
		}
	}
	return gated
}

// gatesOf returns the gates of a field from its own tag and those of its type. If the own gates are
// among those of the type, the type is there if one of its gates is enabled, and the others are the
// gates of the field's siblings (NodeRuntimeHandlerFeatures).
func gatesOf(own, ofType []string) []string {
	for _, name := range own {
		if slices.Contains(ofType, name) {
			return own
		}
	}
	return both(own, ofType)
}

// gatedTypes returns the gates of each schema that is not a kind. It starts with all gates (no
// entry) and removes gates until nothing changes.
func gatedTypes(s *discovery.Surface, tags plans.Tags) map[string][]string {
	gated := map[string][]string{}
	for _, g := range s.Groups {
		for _, v := range g.Versions {
			for _, r := range v.Resources {
				gated[r.Schema] = nil
				for _, sub := range r.Subresources {
					gated[sub.Schema] = nil
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, name := range slices.Sorted(maps.Keys(s.Schemas)) {
			own, reached := gated[name]
			if !reached {
				continue
			}
			for _, f := range s.Schemas[name].Properties {
				reaching := both(own, tags.Of(plans.FieldKey{Schema: name, Field: f.Name}, s.Release))
				for _, target := range references(f.Schema) {
					gates := reaching
					was, known := gated[target]
					if known {
						gates = slices.DeleteFunc(slices.Clone(gates), func(gate string) bool { return !slices.Contains(was, gate) })
					}
					if !known || len(gates) < len(was) {
						gated[target], changed = gates, true
					}
				}
			}
		}
	}
	return gated
}

// references returns the schemas that a field's schema refers to.
func references(s *discovery.Schema) (names []string) {
	for ; s != nil; s = s.Items {
		if s.Ref != "" {
			names = append(names, s.Ref)
		}
		if s.AdditionalProperties != nil {
			names = append(names, references(s.AdditionalProperties)...)
		}
	}
	return names
}

// both returns the union of two sorted lists.
func both(a, b []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(a, b))))
}
