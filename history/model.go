package history

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// Span is a run of releases that have something.
type Span struct {
	First discovery.Release `json:"first"`
	Last  discovery.Release `json:"last"`
}

// Spans are the runs of releases that have something, oldest first. Most things have one.
type Spans []Span

// First is the first release; Last the last one.
func (s Spans) First() discovery.Release { return s[0].First }

// Last is described at First.
func (s Spans) Last() discovery.Release { return s[len(s)-1].Last }

// Overlaps tells whether any of the releases from first to last has it.
func (s Spans) Overlaps(first, last discovery.Release) bool {
	return slices.ContainsFunc(s, func(one Span) bool { return one.First.AtOrBefore(last) && first.AtOrBefore(one.Last) })
}

// has tells whether a release has it.
func (s Spans) has(r discovery.Release) bool { return s.Overlaps(r, r) }

// Type is a type of the API, by the name of its OpenAPI schema.
type Type struct {
	Name  string `json:"name"`
	Spans Spans  `json:"spans"`
	// Earlier: the source of the release before the first one does not tell whether it
	// has the type.
	Earlier bool    `json:"earlier,omitzero"`
	Fields  []Field `json:"fields,omitempty"`
	Events  []Event `json:"events,omitempty"`
}

// Short is the name of a type without that of its package.
func Short(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// Field is a field of a type. What it is, is what the last release that has it says.
type Field struct {
	Name  string `json:"name"`
	Spans Spans  `json:"spans"`
	// Type in words: "boolean", "[]Container", "map[string]Quantity".
	Type string `json:"type"`
	// Ref is the type of the values, or of a list's items or a map's values.
	Ref      string   `json:"ref,omitempty"`
	Required bool     `json:"required,omitzero"`
	Default  string   `json:"default,omitempty"`
	Enum     []string `json:"enum,omitempty"`
	// List and Patch are how a list or a map is merged: "map (name)", "merge".
	List  string `json:"list,omitempty"`
	Patch string `json:"patch,omitempty"`
	// Gates are the feature gates that the field needs or needed.
	Gates  []Needed `json:"gates,omitempty"`
	Stated []State  `json:"stated,omitempty"`
	Events []Event  `json:"events,omitempty"`
}

// Needed is a feature gate that a field needs or needed, and how that is known.
type Needed struct {
	Name string `json:"name"`
	By   By     `json:"by"`
}

// By is how the gate of a field is known.
type By string

// The ways, surest first.
const (
	// ByType: the type or its description names the gate.
	ByType By = "type"
	// ByNote: it came with the field, and the release note of the field names it.
	ByNote By = "note"
	// ByParent: the field that leads to this one needs it.
	ByParent By = "parent"
	// ByName: it came with the field, and its name has that of the field in it.
	ByName By = "name"
)

// State is what descriptions and tags say of a field in a run of releases.
type State struct {
	Span       `json:",inline"`
	Stage      discovery.Stability `json:"stage,omitempty"`
	Gates      []string            `json:"gates,omitempty"`
	Deprecated bool                `json:"deprecated,omitzero"`
	// Inherited: stage and gates are those of the fields that lead to this one.
	Inherited bool `json:"inherited,omitzero"`
}

// Event is a change that a release brought, as the rules of diff see it.
type Event struct {
	Release discovery.Release `json:"release"`
	Change  rule.Change       `json:"change"`
	Notes   []Note            `json:"notes,omitempty"`
}

// Of is the change of an event of a type's field with what it is about.
func (e Event) Of(schema, field string) rule.Change {
	c := e.Change
	c.Schema, c.Field = schema, cmp.Or(field, c.Field)
	return c
}

// Note is an entry of release notes that is behind a change.
type Note struct {
	PR int `json:"pr"`
	// Probably: the entry is likely, not certain.
	Probably bool `json:"probably,omitzero"`
	// Gates and KEPs are those that the entry names, where it names one gate at most.
	Gates []string `json:"gates,omitempty"`
	KEPs  []int    `json:"keps,omitempty"`
}

// Kind is a resource of a version of a group.
type Kind struct {
	discovery.GroupVersion `json:",inline"`
	Kind                   string   `json:"kind"`
	Resource               string   `json:"resource"`
	ShortNames             []string `json:"shortNames,omitempty"`
	// Schema is the name of its type; "" where no release tells.
	Schema string  `json:"schema,omitempty"`
	Spans  Spans   `json:"spans"`
	Events []Event `json:"events,omitempty"`
}

// Gap is what the releases up to one could not be compared in.
type Gap struct {
	// Release is the newer one of the two that were compared.
	Release discovery.Release `json:"release"`
	What    string            `json:"what"`
	Why     string            `json:"why"`
}

// Head is what is known of all types: the releases, the kinds, and the gaps.
type Head struct {
	First discovery.Release `json:"first"`
	Last  discovery.Release `json:"last"`
	Kinds []Kind            `json:"kinds"`
	Gaps  []Gap             `json:"gaps,omitempty"`
}
