package discovery

// Knowledge says how much of one aspect a source can speak about.
type Knowledge string

// A source knows nothing of an aspect, some of it (what it shows exists, what
// it does not show may exist all the same), or all of it.
const (
	None Knowledge = ""
	Some Knowledge = "some"
	All  Knowledge = "all"
)

// Fidelity says what a surface's source can speak about. A rule compares an
// aspect only where both sides can; an absence proves something only on a side
// that knows All.
type Fidelity struct {
	// Disabled: knows resources that a default server does not serve. A live
	// server has None: what it does not serve, it does not show.
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
	// Deprecation: which versions are deprecated. None where the release is
	// not known, because the plan is by release.
	Deprecation Knowledge `json:"deprecation,omitempty"`
	// Fields: the properties of the objects and their types and formats.
	Fields   Knowledge `json:"fields,omitempty"`
	Required Knowledge `json:"required,omitempty"`
	Defaults Knowledge `json:"defaults,omitempty"`
	Enums    Knowledge `json:"enums,omitempty"`
	// Constraints: patterns, bounds, CEL rules, unions of types.
	Constraints Knowledge `json:"constraints,omitempty"`
	// Topology: list and map types, patch strategies, unions.
	Topology Knowledge `json:"topology,omitempty"`
	// Descriptions: texts of fields. FieldFacts: what is drawn from them
	// (deprecation, gate, stage), which a catalog keeps without the texts.
	Descriptions Knowledge `json:"descriptions,omitempty"`
	FieldFacts   Knowledge `json:"fieldFacts,omitempty"`
}

// Both is what two sides can compare: the lesser of two knowledges.
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
