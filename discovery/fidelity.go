package discovery

// Knowledge says how much a source knows about an aspect.
type Knowledge string

// None: the source does not know the aspect. Some: what it shows exists, but there may be more.
// All: it shows everything.
const (
	None Knowledge = ""
	Some Knowledge = "some"
	All  Knowledge = "all"
)

// Fidelity says what the source of a surface knows. A rule compares an aspect only if both sides
// know it. A missing item means something only on a side that knows All.
type Fidelity struct {
	// Disabled: resources that a server does not serve by default. It is None for a live server,
	// which shows only what it serves.
	Disabled Knowledge `json:"disabled,omitempty"`
	// Preferred: the preferred version of each group.
	Preferred Knowledge `json:"preferred,omitempty"`
	Scope     Knowledge `json:"scope,omitempty"`
	// Names: singular, short names and categories.
	Names        Knowledge `json:"names,omitempty"`
	Verbs        Knowledge `json:"verbs,omitempty"`
	Subresources Knowledge `json:"subresources,omitempty"`
	Parameters   Knowledge `json:"parameters,omitempty"`
	MediaTypes   Knowledge `json:"mediaTypes,omitempty"`
	// Deprecation: which versions are deprecated. It is None if the release is unknown, because
	// lifecycles depend on the release.
	Deprecation Knowledge `json:"deprecation,omitempty"`
	// Fields: the properties of the objects and their types and formats.
	Fields   Knowledge `json:"fields,omitempty"`
	Required Knowledge `json:"required,omitempty"`
	Defaults Knowledge `json:"defaults,omitempty"`
	Enums    Knowledge `json:"enums,omitempty"`
	// Constraints: patterns, bounds, CEL rules, unions of types.
	Constraints Knowledge `json:"constraints,omitempty"`
	// Topology: list and map types, patch strategies, unions of fields.
	Topology Knowledge `json:"topology,omitempty"`
	// Descriptions: texts of fields. FieldFacts: facts from descriptions (deprecation, gate,
	// stage), which a catalog keeps without the texts.
	Descriptions Knowledge `json:"descriptions,omitempty"`
	FieldFacts   Knowledge `json:"fieldFacts,omitempty"`
}

// Both returns the lesser of two knowledges, which is what two sides can compare.
func Both(a, b Knowledge) Knowledge {
	switch {
	case a == None || b == None:
		return None
	case a == Some || b == Some:
		return Some
	default:
		return All
	}
}
