package history

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Span is a range of releases that have something.
type Span struct {
	First discovery.Release `json:"first"`
	Last  discovery.Release `json:"last"`
}

// Spans are the ranges of releases that have something, oldest first. Most things have one.
type Spans []Span

// First returns the first release.
func (s Spans) First() discovery.Release { return s[0].First }

// Last returns the last release.
func (s Spans) Last() discovery.Release { return s[len(s)-1].Last }

// Overlaps reports whether any release from first to last has it.
func (s Spans) Overlaps(first, last discovery.Release) bool {
	return slices.ContainsFunc(s, func(one Span) bool { return one.First.AtOrBefore(last) && first.AtOrBefore(one.Last) })
}

func (s Spans) has(r discovery.Release) bool { return s.Overlaps(r, r) }

// Type is a type of the API. Its name is that of its OpenAPI schema.
type Type struct {
	Name  string `json:"name"`
	Spans Spans  `json:"spans"`
	// Earlier is set if it is not known whether the release before the first one has the type.
	Earlier bool    `json:"earlier,omitzero"`
	Fields  []Field `json:"fields,omitempty"`
	Events  []Event `json:"events,omitempty"`
}

// Short returns the name of a type without its package.
func Short(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// Field is a field of a type. Its properties are those of the last release that has it.
type Field struct {
	Name  string `json:"name"`
	Spans Spans  `json:"spans"`
	// Type is the type in words: "boolean", "[]Container", "map[string]Quantity".
	Type string `json:"type"`
	// Ref is the type of the value, or of the elements of a list or map.
	Ref string `json:"ref,omitempty"`
	// Referred are the types that it had before, oldest first.
	Referred []Referred `json:"referred,omitempty"`
	Required bool       `json:"required,omitzero"`
	Default  string     `json:"default,omitempty"`
	Enum     []string   `json:"enum,omitempty"`
	// List and Patch are how a list or map is merged: "map (name)", "merge".
	List  string `json:"list,omitempty"`
	Patch string `json:"patch,omitempty"`
	// Gates are the feature gates that the field needs or needed.
	Gates  []Needed `json:"gates,omitempty"`
	Stated []State  `json:"stated,omitempty"`
	Events []Event  `json:"events,omitempty"`
}

// Referred is a type that a field referred to, and the last release in which it did. "" is none.
type Referred struct {
	Ref  string            `json:"ref,omitempty"`
	Last discovery.Release `json:"last"`
}

// RefIn returns the type that the field refers to in a release that has the field.
func (f *Field) RefIn(r discovery.Release) string {
	if was := slice.Find(f.Referred, func(was *Referred) bool { return r.AtOrBefore(was.Last) }); was != nil {
		return was.Ref
	}
	return f.Ref
}

// Needed is a feature gate that a field needs or needed.
type Needed struct {
	Name string `json:"name"`
	By   By     `json:"by"`
}

// By is how it is known that a field needs a gate.
type By string

// The values of By, most certain first.
const (
	// ByType means that the type or its description names the gate.
	ByType By = "type"
	// ByNote means that gate and field were added together, and the release note of the field names
	// the gate.
	ByNote By = "note"
	// ByParent means that the parent field needs the gate.
	ByParent By = "parent"
	// ByName means that gate and field were added together, and the name of the gate contains that
	// of the field.
	ByName By = "name"
)

// State is what descriptions and tags say about a field in a range of releases.
type State struct {
	Span       `json:",inline"`
	Stage      discovery.Stability `json:"stage,omitempty"`
	Gates      []string            `json:"gates,omitempty"`
	Deprecated bool                `json:"deprecated,omitzero"`
	// Inherited is set if stage and gates are those of parent fields.
	Inherited bool `json:"inherited,omitzero"`
}

// Event is a change in a release, as the rules of diff find it.
type Event struct {
	Release discovery.Release `json:"release"`
	Change  rule.Change       `json:"change"`
	Notes   []Note            `json:"notes,omitempty"`
}

// Of returns the change with its type and field. The change of an element has its own field, such as
// "accessModes[]".
func (e Event) Of(schema, field string) rule.Change {
	c := e.Change
	c.Schema, c.Field = schema, cmp.Or(c.Field, field)
	return c
}

// Note is a release note about a change.
type Note struct {
	PR int `json:"pr"`
	// Probably is set if the link to the change is likely but not certain.
	Probably bool `json:"probably,omitzero"`
	// Gates and KEPs are those that the note names, if it names at most one gate.
	Gates []string `json:"gates,omitempty"`
	KEPs  []int    `json:"keps,omitempty"`
}

// Kind is a resource of a group-version.
type Kind struct {
	discovery.GroupVersion `json:",inline"`
	Kind                   string   `json:"kind"`
	Resource               string   `json:"resource"`
	ShortNames             []string `json:"shortNames,omitempty"`
	// Schema is the name of its type; "" if it is not known.
	Schema string  `json:"schema,omitempty"`
	Spans  Spans   `json:"spans"`
	Events []Event `json:"events,omitempty"`
}

// Gap is something that could not be compared in the releases up to one.
type Gap struct {
	// Release is the newer one of two releases that were compared.
	Release discovery.Release `json:"release"`
	What    string            `json:"what"`
	Why     string            `json:"why"`
}

// Head is the part of the table about all types: releases, kinds and gaps.
type Head struct {
	First discovery.Release `json:"first"`
	Last  discovery.Release `json:"last"`
	Kinds []Kind            `json:"kinds"`
	Gaps  []Gap             `json:"gaps,omitempty"`
}
