package discovery

import (
	"hash/fnv"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Schema is the shape of a value, normalised so that the ways of writing the
// same thing are one: a reference with or without siblings, bare or in allOf,
// is Ref. References stay names and are never expanded, so recursive schemas
// (JSONSchemaProps) cost nothing.
//
// Values that are JSON of any type (Default, Enum) hold compact JSON texts.
type Schema struct {
	Type   string `json:"type,omitempty"`
	Format string `json:"format,omitempty"`
	// Ref names another schema; all but annotations is then empty. In a definition's
	// metadata Properties says what it demands of the names of objects.
	Ref         string `json:"ref,omitempty"`
	Description string `json:"description,omitempty"`
	// Prose identifies the description where the text itself is not kept; see
	// [Schema.ProseID].
	Prose string `json:"prose,omitempty"`
	// Facts is what was drawn from the description.
	Facts Facts `json:"facts,omitzero"`
	// Properties, sorted by name.
	Properties []Field `json:"properties,omitempty"`
	// Required names, sorted, only where they are not among Properties.
	RequiredElsewhere []string `json:"requiredElsewhere,omitempty"`
	Items             *Schema  `json:"items,omitempty"`
	// AdditionalProperties is the schema of a map's values.
	AdditionalProperties *Schema `json:"additionalProperties,omitempty"`
	// Closed: additionalProperties: false.
	Closed bool `json:"closed,omitzero"`
	// Default is a JSON text; "" if there is none. Zero values ("", 0, false,
	// {}, [], null) are kept as written.
	Default string `json:"default,omitempty"`
	// Enum holds JSON texts, sorted: their order means nothing.
	Enum     []string `json:"enum,omitempty"`
	Nullable bool     `json:"nullable,omitzero"`
	// Deprecated is the document's own keyword. Kubernetes never sets it.
	Deprecated bool `json:"deprecated,omitzero"`
	// Constraints are the validation keywords and their JSON texts, sorted by
	// keyword: pattern, minimum, maxLength, oneOf, anyOf, not, …
	Constraints []Keyword `json:"constraints,omitempty"`
	// Extensions are the x-* keywords and their JSON texts, sorted by keyword.
	Extensions []Keyword `json:"extensions,omitempty"`
	// Residue holds every keyword that the model has no place for, so that a
	// difference in it can still be named.
	Residue []Keyword `json:"residue,omitempty"`
}

// Facts is what the description of a field or a type tells of its lifecycle. Nothing
// else does: Kubernetes' documents have no keyword for it (KEP-2558, withdrawn).
type Facts struct {
	Deprecated bool `json:"deprecated,omitzero"`
	// Mentions: the text speaks of the deprecation of something else, such as
	// one of the field's values.
	Mentions bool `json:"mentions,omitzero"`
	// Stage is Alpha or Beta; StabilityUnknown where the text names none, as it
	// is for stable fields.
	Stage Stability `json:"stage,omitempty"`
	// Gates are the feature gates that the field needs, sorted.
	Gates []string `json:"gates,omitempty"`
	// Inherited: stage and gates are those of the fields that lead to this one.
	Inherited bool `json:"inherited,omitzero"`
}

// ProseID identifies the description: equal texts have equal IDs, no text has
// the empty one.
func (s *Schema) ProseID() string {
	if s.Description == "" {
		return s.Prose
	}
	h := fnv.New32a()
	h.Write([]byte(OwnText(s.Description)))
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

// OwnText is a description without the list of values that servers with enums
// add to it: what stands there is said of the values.
func OwnText(description string) string {
	text, _, _ := strings.Cut(description, "Possible enum values:")
	return strings.TrimRight(text, " \n")
}

// Keyword is one keyword of a schema with its value as compact JSON.
type Keyword struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Field is one property of an object.
type Field struct {
	Name     string  `json:"name"`
	Required bool    `json:"required,omitzero"`
	Schema   *Schema `json:"schema"`
}

// Field finds a property by name; nil if there is none.
func (s *Schema) Field(name string) *Field {
	i, found := slices.BinarySearchFunc(s.Properties, name, func(f Field, n string) int { return strings.Compare(f.Name, n) })
	if !found {
		return nil
	}
	return &s.Properties[i]
}

// Parts ranges over the schemas of the properties, the items and the values of a map.
func (s *Schema) Parts() iter.Seq[*Schema] {
	return func(yield func(*Schema) bool) {
		for _, part := range []*Schema{s.Items, s.AdditionalProperties} {
			if part != nil && !yield(part) {
				return
			}
		}
		for _, f := range s.Properties {
			if f.Schema != nil && !yield(f.Schema) {
				return
			}
		}
	}
}

// Extension returns the JSON text of an x-* keyword; "" if it is not set.
func (s *Schema) Extension(name string) string { return keyword(s.Extensions, name) }

// KeepsUnknown reports whether a custom resource keeps fields of the place that its schema
// does not know.
func (s *Schema) KeepsUnknown() bool {
	return s.Extension("x-kubernetes-preserve-unknown-fields") == "true"
}

// Constraint returns the JSON text of a validation keyword; "" if not set.
func (s *Schema) Constraint(name string) string { return keyword(s.Constraints, name) }

func keyword(list []Keyword, name string) string {
	for _, k := range list {
		if k.Name == name {
			return k.Value
		}
	}
	return ""
}
