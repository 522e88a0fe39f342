package discovery

import (
	"hash/fnv"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Schema is the schema of a value, normalised so that equal meanings have one form: a reference
// with or without siblings, alone or in allOf, is Ref. References are not resolved, so recursive
// schemas (JSONSchemaProps) are finite.
//
// JSON values of any type (Default, Enum) are compact JSON texts.
type Schema struct {
	Type   string `json:"type,omitempty"`
	Format string `json:"format,omitempty"`
	// Ref names another schema. Only annotations are set beside it. In metadata of a definition,
	// Properties has the restrictions of object names.
	Ref         string `json:"ref,omitempty"`
	Description string `json:"description,omitempty"`
	// Prose identifies the description if the text is not kept; see [Schema.ProseID].
	Prose string `json:"prose,omitempty"`
	// Facts are the facts from the description.
	Facts Facts `json:"facts,omitzero"`
	// Properties are sorted by name.
	Properties []Field `json:"properties,omitempty"`
	// RequiredElsewhere has the required names that are not among Properties, sorted.
	RequiredElsewhere []string `json:"requiredElsewhere,omitempty"`
	Items             *Schema  `json:"items,omitempty"`
	// AdditionalProperties is the schema of the values of a map.
	AdditionalProperties *Schema `json:"additionalProperties,omitempty"`
	// Closed: additionalProperties is false.
	Closed bool `json:"closed,omitzero"`
	// Default is a JSON text; "" if there is none. Zero values ("", 0, false, {}, [], null) are
	// kept.
	Default string `json:"default,omitempty"`
	// Enum has JSON texts, sorted, because their order has no meaning.
	Enum     []string `json:"enum,omitempty"`
	Nullable bool     `json:"nullable,omitzero"`
	// Deprecated is the keyword of the document. Kubernetes never sets it.
	Deprecated bool `json:"deprecated,omitzero"`
	// Constraints are the validation keywords with their JSON texts, sorted by keyword: pattern,
	// minimum, maxLength, oneOf, anyOf, not, …
	Constraints []Keyword `json:"constraints,omitempty"`
	// Extensions are the x-* keywords with their JSON texts, sorted by keyword.
	Extensions []Keyword `json:"extensions,omitempty"`
	// Residue has all other keywords, so that their differences can be reported.
	Residue []Keyword `json:"residue,omitempty"`
}

// Facts is what the description of a field or a type says about its lifecycle: Kubernetes'
// documents have no keyword for it (KEP-2558, withdrawn). For Kubernetes' own fields, the catalog
// adds the gates in Go types and replaces stages by those of the gates.
type Facts struct {
	Deprecated bool `json:"deprecated,omitzero"`
	// Mentions: the text says that something else is deprecated, such as a value of the field.
	Mentions bool `json:"mentions,omitzero"`
	// Stage is Alpha or Beta; StabilityUnknown if the text states none, as for stable fields.
	Stage Stability `json:"stage,omitempty"`
	// Gates are the feature gates that the field needs, sorted.
	Gates []string `json:"gates,omitempty"`
	// Inherited: stage and gates are those of the fields that contain this one.
	Inherited bool `json:"inherited,omitzero"`
}

// ProseID identifies the description. Equal texts have equal IDs; the ID of no text is "".
func (s *Schema) ProseID() string {
	if s.Description == "" {
		return s.Prose
	}
	h := fnv.New32a()
	h.Write([]byte(OwnText(s.Description)))
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

// OwnText returns a description without the list of enum values that servers append. That list is
// about the values, not about the field.
func OwnText(description string) string {
	text, _, _ := strings.Cut(description, "Possible enum values:")
	return strings.TrimRight(text, " \n")
}

// Keyword is a keyword of a schema, with its value as compact JSON.
type Keyword struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Field is a property of an object.
type Field struct {
	Name     string  `json:"name"`
	Required bool    `json:"required,omitzero"`
	Schema   *Schema `json:"schema"`
}

// Field returns a property by name; nil if there is none.
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
func (s *Schema) Extension(name string) string { return KeywordValue(s.Extensions, name) }

// KeepsUnknown reports whether a custom resource keeps unknown fields at this place.
func (s *Schema) KeepsUnknown() bool {
	return s.Extension("x-kubernetes-preserve-unknown-fields") == "true"
}

// Constraint returns the JSON text of a validation keyword; "" if not set.
func (s *Schema) Constraint(name string) string { return KeywordValue(s.Constraints, name) }

// KeywordValue returns the JSON text of a keyword in a list; "" if it has none.
func KeywordValue(list []Keyword, name string) string {
	for _, k := range list {
		if k.Name == name {
			return k.Value
		}
	}
	return ""
}
