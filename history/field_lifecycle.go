package history

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// Tables are all tables: types, feature gates, names in notes, and metrics.
type Tables struct {
	*Table
	Gates   gate.Table
	Named   Mentions
	Metrics Declarations
}

// Open returns the built-in tables.
func Open() (t Tables, err error) {
	if t.Table, err = Known(); err != nil {
		return t, err
	}
	if t.Gates, err = gate.Known(); err != nil {
		return t, err
	}
	if t.Metrics, err = Declared(); err != nil {
		return t, err
	}
	t.Named, err = Named()
	return t, err
}

// FieldLifecycle is the lifecycle of a field.
type FieldLifecycle struct {
	// API and Path are the field as the user named it: "v1 Pod" and "spec.hostUsers", or a type and
	// a path below it.
	API  string `json:"api"`
	Path string `json:"path"`
	// Schema and Field are the type that declares the field, and its name in that type.
	Schema string `json:"schema"`
	Field  string `json:"field"`
	// ValueType, Required, Default, Enum, List and Patch are those of the newest release that has
	// the field.
	ValueType string   `json:"valueType"`
	Required  bool     `json:"required"`
	Default   string   `json:"default,omitempty"`
	Enum      []string `json:"enum,omitempty"`
	List      string   `json:"list,omitempty"`
	Patch     string   `json:"patch,omitempty"`
	// Introduced is the first release that has the field. OrEarlier is set if earlier releases are
	// not known.
	Introduced discovery.Release `json:"introduced"`
	OrEarlier  bool              `json:"orEarlier"`
	Deprecated discovery.Release `json:"deprecated,omitzero"`
	Removed    discovery.Release `json:"removed,omitzero"`
	// Spans are the releases that have the field, if it was removed and added again.
	Spans Spans `json:"spans,omitempty"`
	// Stage is the stage in the newest release that has the field.
	Stage   discovery.Stability `json:"stage,omitempty"`
	Gates   []GateSteps         `json:"gates"`
	Stated  []State             `json:"stated,omitempty"`
	Changes []Change            `json:"changes"`
	KEPs    []int               `json:"keps"`
	Gaps    []Gap               `json:"gaps,omitempty"`
}

// Change is a change of a field or an API in a release.
type Change struct {
	Release discovery.Release `json:"release"`
	rule.Change
	Notes []Note `json:"notes"`
}

// Field returns the lifecycle of a place with a field.
func (t Tables) Field(p Place) FieldLifecycle {
	f := p.Field
	l := FieldLifecycle{
		API: Short(p.Type.Name), Path: f.Name, Schema: p.Type.Name, Field: f.Name, ValueType: f.Type, Required: f.Required, Default: f.Default, Enum: f.Enum, List: f.List, Patch: f.Patch,
		Introduced: f.Spans.First(), Deprecated: f.Deprecated(), Removed: f.Spans.Removed(t.Last), Gates: t.gatesOf(f), Changes: []Change{},
	}
	if p.Kind != nil {
		l.API, l.Path = p.Kind.GroupVersion.String()+" "+p.Kind.Kind, p.Path
	}
	l.OrEarlier = l.Introduced == t.First || p.Type.Earlier && l.Introduced == p.Type.Spans.First()
	if len(f.Spans) > 1 {
		l.Spans = f.Spans
	}
	for _, s := range f.Stated {
		if s.Stage != "" && !anyCovers(l.Gates, s.First) {
			l.Stated = append(l.Stated, s)
		}
	}
	l.Stage = stageOf(l.Gates, l.Stated, f.Spans.Last())
	for _, e := range f.Events {
		if e.Change.Rule != rule.FieldStageChanged || len(l.Gates) == 0 {
			l.Changes = append(l.Changes, Change{e.Release, e.Of(p.Type.Name, f.Name), e.Notes})
		}
	}
	for _, e := range p.Type.Events {
		if e.Change.Field == "" {
			l.Changes = append(l.Changes, Change{e.Release, e.Of(p.Type.Name, ""), e.Notes})
		}
	}
	order.Stably(l.Changes, func(a, b Change) int { return a.Release.Compare(b.Release) })
	l.KEPs = t.kepsOf(f)
	for _, g := range t.Gaps {
		if f.Spans.First().Compare(g.Release) < 0 && AboutFields(g.What) {
			l.Gaps = append(l.Gaps, g)
		}
	}
	return l
}

// AboutFields reports whether a gap is about a property of all fields.
func AboutFields(what string) bool {
	return slices.Contains([]string{"defaults", "enums", "required fields", "list and map types", "deprecation and stage of fields"}, what)
}

// TypeLifecycle is the lifecycle of a type and its fields.
type TypeLifecycle struct {
	Schema     string            `json:"schema"`
	Introduced discovery.Release `json:"introduced"`
	OrEarlier  bool              `json:"orEarlier"`
	Removed    discovery.Release `json:"removed,omitzero"`
	Fields     []FieldLifecycle  `json:"fields"`
}

// TypeOf returns the lifecycle of a type.
func (t Tables) TypeOf(p Place) TypeLifecycle {
	l := TypeLifecycle{Schema: p.Type.Name, Introduced: p.Type.Spans.First(), Removed: p.Type.Spans.Removed(t.Last), Fields: []FieldLifecycle{}}
	l.OrEarlier = l.Introduced == t.First || p.Type.Earlier
	for i := range p.Type.Fields {
		l.Fields = append(l.Fields, t.Field(Place{Type: p.Type, Field: &p.Type.Fields[i]}))
	}
	return l
}

// StepsOf returns the states of a gate from the first release that has the field. If that is the
// oldest release of the table, the field can be older, and all states are returned. It returns none
// if the table of gates does not have the gate.
func (f *Field) StepsOf(name string, gates gate.Table, oldest discovery.Release) []gate.Step {
	steps := gates.Gates[gate.Components][name]
	if f.Spans.First() == oldest {
		return steps
	}
	return from(steps, f.Spans.First())
}

// from returns the states of a gate from a release on.
func from(steps []gate.Step, first discovery.Release) (out []gate.Step) {
	for _, s := range steps {
		if s.From.AtOrBefore(first) {
			out = out[:0]
			s.From = first
		}
		if n := len(out); n > 0 && out[n-1].State == s.State {
			continue
		}
		out = append(out, s)
	}
	return out
}

// Deprecated returns the first of the latest releases in a row in which the field is deprecated, or
// the zero value.
func (f *Field) Deprecated() (first discovery.Release) {
	for _, s := range slices.Backward(f.Stated) {
		if !s.Deprecated || s.Last != f.Spans.Last() && !first.Known() {
			break
		}
		first = s.First
	}
	return first
}

// Removed returns the first release after the last one that has it, or the zero value if the newest
// release has it.
func (s Spans) Removed(newest discovery.Release) discovery.Release {
	if last := s.Last(); last != newest {
		return discovery.Release{Major: last.Major, Minor: last.Minor + 1}
	}
	return discovery.Release{}
}
