package history

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Tables are all tables: types, feature gates and their KEPs, names in notes, and metrics.
type Tables struct {
	*Table
	Gates   gate.Table
	KEPs    map[string][]int
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
	if t.KEPs, err = Proposals(); err != nil {
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
		Deprecated: f.Deprecated(), Removed: f.Spans.Removed(t.Last),
	}
	switch {
	case p.Kind != nil:
		l.API, l.Path = p.Kind.GroupVersion.String()+" "+p.Kind.Kind, p.Path
	case len(p.Above) > 0:
		l.API, l.Path = Short(p.Above[0].Type.Name), p.Path
	}
	l.Introduced, l.OrEarlier = t.begins(p)
	l.Gates = t.gatesOf(f, l.Introduced)
	for _, above := range p.Above {
		l.Removed = earliest(l.Removed, above.Field.Spans.Removed(t.Last))
	}
	if p.Kind != nil {
		l.Removed = earliest(l.Removed, p.Kind.Spans.Removed(t.Last))
	}
	if len(f.Spans) > 1 {
		l.Spans = f.Spans
	}
	for _, s := range f.Stated {
		if s.First.Compare(l.Introduced) < 0 {
			s.First = l.Introduced
		}
		if s.Stage != "" && s.First.AtOrBefore(s.Last) && !anyCovers(l.Gates, s.First) {
			l.Stated = append(l.Stated, s)
		}
	}
	l.Stage = stageOf(l.Gates, l.Stated, f.Spans.Last())
	l.Changes = changesOf(p, l)
	t.addAbove(&l, p)
	l.KEPs = t.kepsOf(f)
	l.Gaps = slice.Filter(t.Gaps, func(g Gap) bool { return l.Introduced.Compare(g.Release) < 0 && AboutFields(g.What) })
	return l
}

// changesOf returns the changes of a field. Those of its type before the path existed are no changes
// of the field at this path.
func changesOf(p Place, l FieldLifecycle) (out []Change) {
	for _, e := range p.Field.Events {
		if e.Change.Rule != rule.FieldStageChanged || len(l.Gates) == 0 {
			out = append(out, Change{e.Release, e.Of(p.Type.Name, p.Field.Name), e.Notes})
		}
	}
	for _, e := range p.Type.Events {
		if e.Change.Field == "" {
			out = append(out, Change{e.Release, e.Of(p.Type.Name, ""), e.Notes})
		}
	}
	if l.Introduced != p.Field.Spans.First() {
		out = slices.DeleteFunc(out, func(c Change) bool { return c.Release.AtOrBefore(l.Introduced) })
	}
	order.Stably(out, func(a, b Change) int { return a.Release.Compare(b.Release) })
	return out
}

// begins returns the first release that has the whole path of a place, and whether earlier ones may
// have it.
func (t Tables) begins(p Place) (first discovery.Release, orEarlier bool) {
	if p.Kind != nil {
		first, orEarlier = p.Kind.Spans.First(), p.Kind.Spans.First() == t.First
	}
	for _, one := range append(slices.Clone(p.Above), p) {
		if r := one.Field.Spans.First(); first.Compare(r) <= 0 {
			first, orEarlier = r, r == t.First || one.Type.Earlier && r == one.Type.Spans.First()
		}
	}
	return first, orEarlier
}

// earliest returns the earlier of two releases, of which one or both may be unknown.
func earliest(a, b discovery.Release) discovery.Release {
	if !a.Known() || b.Known() && b.Compare(a) < 0 {
		return b
	}
	return a
}

// addAbove adds the gates of the fields above that are newer than the field, such as those of
// PodSpec.resources for spec.resources.limits. Such a field is no more stable than they are.
func (t Tables) addAbove(l *FieldLifecycle, p Place) {
	for _, above := range p.Above {
		if above.Field.Spans.First().Compare(p.Field.Spans.First()) <= 0 {
			continue
		}
		gates := t.gatesOf(above.Field, l.Introduced)
		stage := stageOf(gates, above.Field.Stated, above.Field.Spans.Last())
		if stage != "" && (l.Stage == "" || l.Stage.MoreStableThan(stage)) {
			l.Stage = stage
		}
		for _, g := range gates {
			if !slices.ContainsFunc(l.Gates, func(own GateSteps) bool { return own.Name == g.Name }) {
				g.By = ByParent
				l.Gates = append(l.Gates, g)
			}
		}
	}
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
	l := TypeLifecycle{Schema: p.Type.Name, Introduced: p.Type.Spans.First(), Removed: p.Type.Spans.Removed(t.Last)}
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
	return stepsFrom(name, gates, f.Spans.First(), oldest)
}

func stepsFrom(name string, gates gate.Table, first, oldest discovery.Release) []gate.Step {
	steps := gates.Gates[gate.Components][name]
	if first == oldest {
		return steps
	}
	return from(steps, first)
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
