package history

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// Tables are all that is known: of types, of gates, and of what notes name.
type Tables struct {
	*Table
	Gates   gate.Table
	Named   Mentions
	Metrics Declarations
}

// Open is what is built in.
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

// FieldLife is the life of a field.
type FieldLife struct {
	// API and Path are how the field was named: "v1 Pod" and "spec.hostUsers"; a type and
	// a path below it where no kind was named.
	API  string `json:"api"`
	Path string `json:"path"`
	// Schema and Field are the type that declares it, and its name there.
	Schema string `json:"schema"`
	Field  string `json:"field"`
	// ValueType, Required, Default, Enum, List and Patch are what the newest release that
	// has the field says.
	ValueType string   `json:"valueType"`
	Required  bool     `json:"required"`
	Default   string   `json:"default,omitempty"`
	Enum      []string `json:"enum,omitempty"`
	List      string   `json:"list,omitempty"`
	Patch     string   `json:"patch,omitempty"`
	// Introduced is the first release that has it. OrEarlier: no release before it is
	// known.
	Introduced discovery.Release `json:"introduced"`
	OrEarlier  bool              `json:"orEarlier"`
	Deprecated discovery.Release `json:"deprecated,omitzero"`
	Removed    discovery.Release `json:"removed,omitzero"`
	// Spans are the releases that have it, where it went and came back.
	Spans Spans `json:"spans,omitempty"`
	// Stage is that of the newest release that has it.
	Stage   discovery.Stability `json:"stage,omitempty"`
	Gates   []GateSteps         `json:"gates"`
	Stated  []State             `json:"stated,omitempty"`
	Changes []Change            `json:"changes"`
	KEPs    []int               `json:"keps"`
	Gaps    []Gap               `json:"gaps,omitempty"`
}

// GateSteps is a gate with its states.
type GateSteps struct {
	Name string `json:"name"`
	// By is how it is known that a field needs it.
	By    By     `json:"by,omitempty"`
	Steps []Step `json:"steps"`
}

// Step is the state of a gate from a release on.
type Step struct {
	From    discovery.Release `json:"from"`
	Stage   gate.Stage        `json:"stage"`
	Default bool              `json:"default"`
	Locked  bool              `json:"locked,omitzero"`
	// Either: a patch of the release changed the default.
	Either bool   `json:"either,omitzero"`
	Needs  string `json:"needs,omitempty"`
	Notes  []Note `json:"notes,omitempty"`
}

// Change is a change of a field or an API in a release.
type Change struct {
	Release discovery.Release `json:"release"`
	rule.Change
	Notes []Note `json:"notes"`
}

// Field tells the life of a place that has a field.
func (t Tables) Field(p Place) FieldLife {
	f := p.Field
	l := FieldLife{
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
		if e.Change.Rule != "field-stage-changed" || len(l.Gates) == 0 {
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

// anyCovers: the states of a gate are known in a release.
func anyCovers(gates []GateSteps, r discovery.Release) bool {
	return slices.ContainsFunc(gates, func(g GateSteps) bool { return len(g.Steps) > 0 && g.Steps[0].From.AtOrBefore(r) })
}

// AboutFields tells whether what could not be compared is a part of all fields.
func AboutFields(what string) bool {
	return slices.Contains([]string{"defaults", "enums", "required fields", "list and map types", "deprecation and stage of fields"}, what)
}

// stageOf is the stage in a release: that of the gates that the field needs, or what is
// stated of it. Empty: nothing tells of one, as it is of most fields.
func stageOf(gates []GateSteps, stated []State, r discovery.Release) discovery.Stability {
	for _, g := range gates {
		for _, s := range slices.Backward(g.Steps) {
			if !s.From.AtOrBefore(r) {
				continue
			}
			if s.Stage == gate.Alpha || s.Stage == gate.Beta {
				return discovery.Stability(s.Stage)
			}
			if s.Stage == gate.Stable || s.Stage == gate.Gone {
				return discovery.Stable
			}
			break
		}
	}
	for _, s := range stated {
		if s.First.AtOrBefore(r) && r.AtOrBefore(s.Last) {
			return s.Stage
		}
	}
	if len(stated) > 0 {
		return discovery.Stable
	}
	return ""
}

// gatesOf are the gates of a field with their states. Before a gate that was renamed
// stands the one with its old name.
func (t Tables) gatesOf(f *Field) []GateSteps {
	out := []GateSteps{}
	for _, n := range f.Gates {
		for _, name := range append(t.oldNames(n.Name), n.Name) {
			if steps := f.StepsOf(name, t.Gates, t.First); len(steps) > 0 || name == n.Name {
				out = append(out, GateSteps{Name: name, By: n.By, Steps: t.steps(name, steps)})
			}
		}
	}
	return out
}

// oldNames are the names that a gate had in releases before its first one.
func (t Tables) oldNames(name string) (out []string) {
	for _, m := range t.Named[Gate][name] {
		for _, says := range m.Says {
			old, is := strings.CutPrefix(says, renamed)
			if gone, is2 := t.Gates.GoneIn(gate.Components, old, t.Gates.Newest); is && is2 && gone == t.Gates.Begins(gate.Components, name) {
				out = append(out, old)
			}
		}
	}
	return out
}

// steps are the states of a gate with the notes that tell of each.
func (t Tables) steps(name string, of []gate.Step) []Step {
	out := []Step{}
	for i, s := range of {
		step := Step{From: s.From, Stage: s.Stage, Default: s.Default, Locked: s.Locked, Either: s.Either, Needs: s.Needs}
		step.Notes = t.stepNotes(name, s, i > 0 && s.Default && !of[i-1].Default)
		out = append(out, step)
	}
	return out
}

// stepNotes are the entries of a release that say what it made of a gate. Where none does,
// those that name the gate may.
func (t Tables) stepNotes(name string, s gate.Step, on bool) (notes []Note) {
	words := []string{map[gate.Stage]string{gate.Alpha: "alpha", gate.Beta: "beta", gate.Stable: "stable", gate.Gone: "removes", gate.Deprecated: "deprecates"}[s.Stage]}
	if on {
		words = append(words, "on")
	}
	var others []Note
	for _, m := range t.Named[Gate][name] {
		switch {
		case m.Release != "v"+s.From.String()+".0":
		case slices.ContainsFunc(words, func(word string) bool { return slices.Contains(m.Says, word) }):
			notes = append(notes, Note{PR: m.PR})
		default:
			others = append(others, Note{PR: m.PR, Probably: true})
		}
	}
	if len(notes) == 0 && len(others) == 1 {
		return others
	}
	return notes
}

// kepsOf are the KEPs that the notes of a field and of its own gates name.
func (t Tables) kepsOf(f *Field) []int {
	keps := []int{}
	for _, e := range f.Events {
		for _, n := range e.Notes {
			if !n.Probably && (e.Change.Rule == "field-added" || e.Change.Rule == "field-stage-changed") {
				keps = append(keps, n.KEPs...)
			}
		}
	}
	for _, n := range f.Gates {
		keps = append(keps, t.keps(n.Name)...)
	}
	slices.Sort(keps)
	return slices.Compact(keps)
}

// keps are the KEPs that notes of a gate name.
func (t Tables) keps(name string) []int {
	keps := []int{}
	for _, m := range t.Named[Gate][name] {
		keps = append(keps, m.KEPs...)
	}
	slices.Sort(keps)
	return slices.Compact(keps)
}

// TypeLife is the life of a type, and of its fields.
type TypeLife struct {
	Schema     string            `json:"schema"`
	Introduced discovery.Release `json:"introduced"`
	OrEarlier  bool              `json:"orEarlier"`
	Removed    discovery.Release `json:"removed,omitzero"`
	Fields     []FieldLife       `json:"fields"`
}

// TypeOf tells the life of a type.
func (t Tables) TypeOf(p Place) TypeLife {
	l := TypeLife{Schema: p.Type.Name, Introduced: p.Type.Spans.First(), Removed: p.Type.Spans.Removed(t.Last), Fields: []FieldLife{}}
	l.OrEarlier = l.Introduced == t.First || p.Type.Earlier
	for i := range p.Type.Fields {
		l.Fields = append(l.Fields, t.Field(Place{Type: p.Type, Field: &p.Type.Fields[i]}))
	}
	return l
}

// GateLife is the life of a feature gate.
type GateLife struct {
	GateSteps
	// Of is who has the gate: "components" or "kubeadm".
	Of gate.Set `json:"of"`
	// Fields need the gate, or needed it: "PodSpec.hostUsers".
	Fields   []string  `json:"fields"`
	KEPs     []int     `json:"keps"`
	Mentions []Mention `json:"mentions"`
}

// GateNames are the names of all gates.
func (t Tables) GateNames() (names []string) {
	for _, of := range t.Gates.Gates {
		for name := range of {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Gate tells the lives of a gate by its name, letter case ignored: kubeadm can have one
// of the same name.
func (t Tables) Gate(word string) (out []GateLife) {
	for _, set := range []gate.Set{gate.Components, gate.Kubeadm} {
		for name, steps := range t.Gates.Gates[set] {
			if strings.EqualFold(name, word) {
				l := GateLife{Of: set, Fields: []string{}, KEPs: t.keps(name), Mentions: slices.Clone(t.Named[Gate][name])}
				l.Name, l.Steps = name, t.steps(name, steps)
				if set == gate.Components {
					l.Fields = t.needing(name)
				}
				if l.Mentions == nil {
					l.Mentions = []Mention{}
				}
				out = append(out, l)
			}
		}
	}
	return out
}

// needing are the fields that need a gate by themselves.
func (t Tables) needing(name string) []string {
	fields := []string{}
	for _, of := range t.naming(`"` + name + `"`) {
		for _, f := range of.Fields {
			if slices.ContainsFunc(f.Gates, func(n Needed) bool { return n.Name == name && n.By != ByParent }) {
				fields = append(fields, Short(of.Name)+"."+f.Name)
			}
		}
	}
	slices.Sort(fields)
	return slices.Compact(fields)
}

// NameLife is what is known of a flag of a component, or of a metric.
type NameLife struct {
	Name string `json:"name"`
	// Declared is how releases declare a metric: what the table of metrics has.
	Declared []Declaration `json:"declared,omitempty"`
	// Component is that of a flag.
	Component string `json:"component,omitempty"`
	// Deprecated is the first release whose notes deprecate it, Removed that which does not
	// have it any more, by the table of flags, or else by the notes.
	Deprecated discovery.Release `json:"deprecated,omitzero"`
	Removed    discovery.Release `json:"removed,omitzero"`
	// ByTable: the removal was read in the release's source; else the notes say so.
	ByTable  bool      `json:"byTable,omitzero"`
	Mentions []Mention `json:"mentions"`
}

// Flag tells the lives of a flag of a component, or of all components that are known to
// have it.
func (t Tables) Flag(component, flag string) (out []NameLife) {
	flag = "--" + strings.TrimLeft(flag, "-")
	mentions := t.Named[Flag][flag]
	for _, c := range Components() {
		if component != "" && component != c {
			continue
		}
		l := NameLife{Name: flag, Component: c, Mentions: []Mention{}}
		for _, r := range componentconfig.FlagRemovals() {
			if "--"+r.Flag == flag && slices.Contains(r.Components, c) {
				l.Removed, l.ByTable = r.Removed(), true
			}
		}
		for _, m := range mentions {
			if len(m.Components) == 0 && component != "" || slices.Contains(m.Components, c) {
				l.Mentions = append(l.Mentions, m)
			}
		}
		if l.ByTable || len(l.Mentions) > 0 {
			out = append(out, l.told())
		}
	}
	if len(out) == 0 && component == "" && len(mentions) > 0 {
		out = append(out, NameLife{Name: flag, Mentions: mentions}.told())
	}
	return out
}

// Metric tells how releases declare a metric, and what notes say of it. Notes leave out the
// first words of a name, or a user does; queries name the series of a histogram.
func (t Tables) Metric(name string) (out []NameLife) {
	all := t.Metrics
	for _, series := range []string{"_bucket", "_count", "_sum"} {
		if short, is := strings.CutSuffix(name, series); is && len(all[name]) == 0 && len(all[short]) > 0 {
			name = short
		}
	}
	if len(all[name]) > 0 {
		return []NameLife{t.declared(name)}
	}
	for _, other := range slices.Sorted(maps.Keys(all)) {
		if strings.HasSuffix(other, "_"+name) {
			out = append(out, t.declared(other))
		}
	}
	if mentions := t.Named[Metric][name]; len(mentions) > 0 && len(out) == 0 {
		return []NameLife{NameLife{Name: name, Mentions: mentions}.told()}
	}
	for _, other := range t.Names(Metric) {
		if len(all[other]) == 0 && len(t.Named[Metric][other]) > 0 && (strings.HasSuffix(name, "_"+other) || len(out) == 0 && strings.HasSuffix(other, "_"+name)) {
			out = append(out, NameLife{Name: other, Mentions: t.Named[Metric][other]}.told())
		}
	}
	return out
}

// declared is the life of a metric of the table. A release that does not declare it any more
// has removed it.
func (t Tables) declared(name string) NameLife {
	l := NameLife{Name: name, Declared: t.Metrics[name], ByTable: true, Mentions: t.mentionsOf(name)}
	last := l.Declared[len(l.Declared)-1]
	for _, d := range l.Declared {
		if d.Last.Compare(last.Last) > 0 || d.Last == last.Last && !d.Deprecated.Known() {
			last = d
		}
	}
	l.Deprecated = last.Deprecated
	if last.Last.Compare(t.Metrics.Span().Last) < 0 {
		l.Removed = discovery.Release{Major: last.Last.Major, Minor: last.Last.Minor + 1}
	}
	return l
}

// mentionsOf are the notes that name a metric, with all of its name or without the first
// words, where no other metric ends like that.
func (t Tables) mentionsOf(name string) []Mention {
	out := slices.Clone(t.Named[Metric][name])
	for _, rest, more := strings.Cut(name, "_"); more && !t.others(name, rest); _, rest, more = strings.Cut(rest, "_") {
		out = append(out, t.Named[Metric][rest]...)
	}
	slices.SortStableFunc(out, compareMentions)
	return out
}

// others tells whether another metric than one has a name, or ends with it.
func (t Tables) others(than, name string) bool {
	for other := range t.Metrics {
		if other != than && (other == name || strings.HasSuffix(other, "_"+name)) {
			return true
		}
	}
	return false
}

// told takes from the notes when it was deprecated and removed.
func (l NameLife) told() NameLife {
	for _, m := range l.Mentions {
		r, err := discovery.ParseRelease(m.Release)
		if err != nil {
			continue
		}
		if slices.Contains(m.Says, "deprecates") && !l.Deprecated.Known() {
			l.Deprecated = r
		}
		if slices.Contains(m.Says, "removes") && !l.Removed.Known() {
			l.Removed = r
		}
	}
	return l
}

// Names are the names of a sort that notes name, and of flags those of the table, too.
func (t Tables) Names(sort Sort) (names []string) {
	for name := range t.Named[sort] {
		names = append(names, name)
	}
	if sort == Metric {
		names = slices.AppendSeq(names, maps.Keys(t.Metrics))
	}
	if sort == Flag {
		for _, r := range componentconfig.FlagRemovals() {
			names = append(names, "--"+r.Flag)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
