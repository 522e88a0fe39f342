package history

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// GateSteps is a feature gate and its states.
type GateSteps struct {
	Name string `json:"name"`
	// By is how it is known that a field needs the gate.
	By    By     `json:"by,omitempty"`
	Steps []Step `json:"steps"`
}

// Step is the state of a gate from a release on.
type Step struct {
	gate.Step
	Notes []Note `json:"notes,omitempty"`
}

// anyCovers reports whether the state of one of the gates is known in a release.
func anyCovers(gates []GateSteps, r discovery.Release) bool {
	return slices.ContainsFunc(gates, func(g GateSteps) bool { return len(g.Steps) > 0 && g.Steps[0].From.AtOrBefore(r) })
}

// stageOf returns the stage in a release: that of the gates, or else the stated one; "" for most.
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

// gatesOf returns the gates of a field and their states from a release on. A renamed gate comes after
// the one with its old name.
func (t Tables) gatesOf(f *Field, first discovery.Release) (out []GateSteps) {
	for _, n := range f.Gates {
		for _, name := range append(t.oldNames(n.Name), n.Name) {
			if steps := stepsFrom(name, t.Gates, first, t.First); len(steps) > 0 || name == n.Name {
				out = append(out, GateSteps{Name: name, By: n.By, Steps: t.steps(name, steps)})
			}
		}
	}
	return out
}

// oldNames returns the earlier names of a gate.
func (t Tables) oldNames(name string) (out []string) {
	for _, m := range t.Named[Gate][name] {
		for _, says := range m.Says {
			old, is := strings.CutPrefix(says, Renamed)
			if gone, is2 := t.Gates.GoneIn(gate.Components, old, t.Gates.Newest); is && is2 && gone == t.Gates.Begins(gate.Components, name) {
				out = append(out, old)
			}
		}
	}
	return out
}

// steps returns the states of a gate with the notes about each.
func (t Tables) steps(name string, of []gate.Step) (out []Step) {
	for i, s := range of {
		out = append(out, Step{s, t.stepNotes(name, s, i > 0 && s.Default && !of[i-1].Default)})
	}
	return out
}

// stepNotes returns the notes of a release about a state of a gate. If none describes the change, a
// single note that names the gate is probably the one.
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

// kepsOf returns the KEPs in the notes of a field and of its gates.
func (t Tables) kepsOf(f *Field) []int {
	var keps []int
	for _, e := range f.Events {
		for _, n := range e.Notes {
			if !n.Probably && (e.Change.Rule == rule.FieldAdded || e.Change.Rule == rule.FieldStageChanged) {
				keps = append(keps, n.KEPs...)
			}
		}
	}
	return slice.Unique(append(keps, slice.Flat(f.Gates, func(n Needed) []int { return t.keps(n.Name) })...))
}

// GateLifecycle is the lifecycle of a feature gate.
type GateLifecycle struct {
	GateSteps
	// Of is the set of components that have the gate: "components" or "kubeadm".
	Of gate.Set `json:"of"`
	// Fields are the fields that need or needed the gate: "PodSpec.hostUsers".
	Fields   []string  `json:"fields"`
	KEPs     []int     `json:"keps"`
	Mentions []Mention `json:"mentions"`
}

// GateNames returns the names of all gates.
func (t Tables) GateNames() (names []string) {
	for _, of := range t.Gates.Gates {
		names = slices.AppendSeq(names, maps.Keys(of))
	}
	return slice.Unique(names)
}

// Gate returns the lifecycles of the gates with this name. If there is none, case is ignored:
// CSIMigrationRBD was csiMigrationRBD before. kubeadm can have a gate with the same name.
func (t Tables) Gate(word string) (out []GateLifecycle) {
	exact := slices.Contains(t.GateNames(), word)
	for _, set := range gate.Sets() {
		for _, name := range slices.Sorted(maps.Keys(t.Gates.Gates[set])) {
			steps := t.Gates.Gates[set][name]
			if name == word || !exact && strings.EqualFold(name, word) {
				l := GateLifecycle{Of: set, KEPs: t.keps(name), Mentions: t.Named[Gate][name]}
				l.Name, l.Steps = name, t.steps(name, steps)
				if set == gate.Components {
					l.Fields = t.needing(name)
				}
				out = append(out, l)
			}
		}
	}
	return out
}

// needing returns the fields that need a gate themselves, not through their parent.
func (t Tables) needing(name string) (fields []string) {
	for _, of := range t.naming(`"` + name + `"`) {
		for _, f := range of.Fields {
			if slices.ContainsFunc(f.Gates, func(n Needed) bool { return n.Name == name && n.By != ByParent }) {
				fields = append(fields, Short(of.Name)+"."+f.Name)
			}
		}
	}
	return slice.Unique(fields)
}
