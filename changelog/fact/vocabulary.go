package fact

import (
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
)

// Vocabulary has the names of an API. Each list is sorted without duplicates.
type Vocabulary struct {
	// Gates are the feature gates in the descriptions of fields.
	Gates []string
	// Kinds are the kinds of resources and subresources: "Ingress".
	Kinds []string
	// Fields are the names of all properties: "loadBalancerIP".
	Fields []string
	// GroupVersions are written "group/version", those of the core group "v1".
	GroupVersions []string
	// Metrics are those that the source code of releases declares.
	Metrics Metrics
}

// Metrics is a table of declared metrics. The zero value covers no release.
type Metrics struct {
	// Oldest and Newest are the first and last release whose source code was read.
	Oldest, Newest discovery.Release
	// First is the first release of each metric, by its full name.
	First map[string]discovery.Release
}

// covers reports whether the table has all metrics that the notes of a release may name. Metrics
// that the oldest release removed are not in its source code.
func (m Metrics) covers(r discovery.Release) bool {
	return m.Oldest.Known() && m.Oldest.Compare(r) < 0 && r.AtOrBefore(m.Newest)
}

// VocabularyOf returns the names of some surfaces.
func VocabularyOf(surfaces ...*discovery.Surface) Vocabulary {
	c := collector{gates: set{}, kinds: set{}, fields: set{}, groupVersions: set{}}
	for _, surface := range surfaces {
		if surface != nil {
			c.surface(surface)
		}
	}
	return Vocabulary{Gates: c.gates.sorted(), Kinds: c.kinds.sorted(), Fields: c.fields.sorted(), GroupVersions: c.groupVersions.sorted()}
}

type collector struct{ gates, kinds, fields, groupVersions set }

func (c collector) surface(s *discovery.Surface) {
	for gv, version := range s.EachVersion() {
		c.groupVersions.add(gv.String())
		for _, resource := range version.Resources {
			c.kinds.add(resource.Kind)
			for _, sub := range resource.Subresources {
				c.kinds.add(sub.Kind)
			}
		}
	}
	for _, schema := range s.Schemas {
		c.schema(schema)
	}
	for _, variants := range s.SchemaVariants {
		for _, schema := range variants {
			c.schema(schema)
		}
	}
}

// schema collects the names of one schema. References are names, so the recursion ends.
func (c collector) schema(s *discovery.Schema) {
	if s == nil {
		return
	}
	for _, gate := range s.Facts.Gates {
		c.gates.add(gate)
	}
	for _, field := range s.Properties {
		c.fields.add(field.Name)
	}
	for part := range s.Parts() {
		c.schema(part)
	}
}

type set map[string]bool

func (s set) add(name string) {
	if name != "" {
		s[name] = true
	}
}

// sorted never returns nil, because empty lists are part of the JSON contract.
func (s set) sorted() []string {
	if len(s) == 0 {
		return []string{}
	}
	return slices.Sorted(maps.Keys(s))
}
