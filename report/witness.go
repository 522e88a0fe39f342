package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// witness is what the source of the releases says about feature gates in the range of the notes.
// Entries can name a stage late, or that of another release, and not all gates have entries, so the
// source takes precedence.
type witness struct {
	table    gate.Table
	from, to discovery.Release
}

// witness returns nil if the table of gates does not cover both ends of the range, or if the range
// is within one minor release.
func (r *Report) witness() *witness {
	from, err := changelog.ParseVersion(r.notes().From)
	if err != nil {
		return nil
	}
	to, err := changelog.ParseVersion(r.notes().To)
	if err != nil {
		return nil
	}
	table, err := gate.Known()
	if err != nil || !table.Covers(from.Release) || !table.Covers(to.Release) || to.Release.AtOrBefore(from.Release) {
		return nil
	}
	return &witness{table: table, from: from.Release, to: to.Release}
}

func (w *witness) knows(name string) bool {
	return slices.ContainsFunc(gate.Sets(), func(s gate.Set) bool { return len(w.table.Gates[s][name]) > 0 })
}

// stages maps stabilities to the stages of gates.
//
//nolint:gochecknoglobals // a table
var stages = map[discovery.Stability]gate.Stage{discovery.Stable: gate.Stable, discovery.Beta: gate.Beta, discovery.Alpha: gate.Alpha}

// reached reports whether a gate reached a stage in the range, and was then on by default. One that returned to alpha
// did not reach it, and one that was removed before it was stable reached nothing.
func (w *witness) reached(name string, stage discovery.Stability) (is, on bool) {
	want := stages[stage]
	for _, set := range gate.Sets() {
		was, came, byDefault := gate.State{Stage: gate.Gone}, false, false
		for _, step := range w.table.Gates[set][name] {
			if !step.From.AtOrBefore(w.to) {
				break
			}
			within := !step.From.AtOrBefore(w.from)
			if within && step.Stage == want && was.Stage != want && (want != gate.Alpha || !was.Known()) {
				came = true
			}
			if step.Stage == want {
				byDefault = step.Default
			}
			if step.Stage == gate.Gone && was.Stage != gate.Stable {
				came = false
			}
			was = step.State
		}
		if came {
			is, on = true, byDefault
		}
	}
	return is, on
}

// turnedOn reports whether a gate had the stage before the range, and was turned on within it.
func (w *witness) turnedOn(name string, stage discovery.Stability) bool {
	return slices.ContainsFunc(gate.Sets(), func(set gate.Set) bool {
		was := w.table.At(set, name, w.from)
		return was.Stage == stages[stage] && !was.Default && w.table.At(set, name, w.to).Default
	})
}

// switched reports whether the default of a gate changed within a stage, or the gate returned to an earlier one.
func (w *witness) switched(set gate.Set, name string) (was, is gate.State, switched bool) {
	was, is = w.table.At(set, name, w.from), w.table.At(set, name, w.to)
	if was.Stage == is.Stage {
		return was, is, is.Known() && was.Default != is.Default
	}
	order := []gate.Stage{gate.Alpha, gate.Beta, gate.Stable}
	before, now := slices.Index(order, was.Stage), slices.Index(order, is.Stage)
	return was, is, now >= 0 && now < before
}

// switched returns the gates that are so, each with its entry if there is only one.
func (r *Report) switched() (out []Switched) {
	w := r.witness()
	if w == nil {
		return nil
	}
	for _, set := range gate.Sets() {
		for name := range w.table.Gates[set] {
			was, is, switched := w.switched(set, name)
			if !switched {
				continue
			}
			it := &item{}
			if n := r.onlyEntry(name); n != nil {
				it = n.item(name, "gate")
			}
			out = append(out, Switched{name, was, is, it.sigs, it.keps, it.prs})
		}
	}
	order.By(out, func(a, b Switched) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// gone reports whether a gate was removed in the range from all sets or, without removed, became deprecated in it; some
// gates are deprecated from the beginning.
func (w *witness) gone(name string, removed bool) bool {
	changed := false
	for _, set := range gate.Sets() {
		was, is := w.table.At(set, name, w.from), w.table.At(set, name, w.to)
		switch {
		case !removed:
			changed = changed || was.Stage != gate.Deprecated && is.Stage == gate.Deprecated
		case is.Known():
			return false
		default:
			changed = changed || was.Known()
		}
	}
	return changed
}

func (w *witness) names(holds func(string) bool) (names []string) {
	for _, set := range gate.Sets() {
		for name := range w.table.Gates[set] {
			if holds(name) {
				names = append(names, name)
			}
		}
	}
	return slice.Unique(names)
}

// correctReached drops items that the source contradicts: gates that entries or fields have at
// another stage. A field whose gate reached the stage is named after that gate, not after another
// gate that it needs.
func (w *witness) correctReached(items []*item, stage discovery.Stability) []*item {
	return slices.DeleteFunc(items, func(it *item) bool {
		if len(it.gates) > 0 {
			return !w.nameByGate(it, stage)
		}
		if it.what != "gate" || !w.knows(it.name) {
			return false
		}
		is, on := w.reached(it.name, stage)
		it.on = on
		return !is
	})
}

// nameByGate returns false if the source knows the gates of the field and none of them reached the stage.
func (w *witness) nameByGate(it *item, stage discovery.Stability) bool {
	known := false
	for _, name := range it.gates {
		known = known || w.knows(name)
		if is, on := w.reached(name, stage); is {
			it.keys = slices.DeleteFunc(it.keys, func(key string) bool {
				return slices.ContainsFunc(it.gates, func(g string) bool { return key == nameKey(g) && g != name })
			})
			it.name, it.what, it.on = name, "gate", on
			return true
		}
	}
	return !known
}

// correctGone corrects misspelled gates, and names entries that only mention a gate. It drops gates that the source still
// has, that were already deprecated, or that reached another stage: a kind can have the name of a gate.
func (w *witness) correctGone(items []*item, removed bool) []*item {
	went := w.names(func(name string) bool { return w.gone(name, removed) })
	return slices.DeleteFunc(items, func(it *item) bool {
		if it.what == "note" && it.note != nil && gateWords().MatchString(it.sentence()) {
			if name := closest(went, it.sentence()); name != "" {
				it.name, it.what, it.keys = name, "gate", append(it.keys, nameKey(name))
			}
		}
		if it.what != "gate" || slices.Contains(went, it.name) {
			return false
		}
		if !w.knows(it.name) {
			if name := meant(it.name, went); name != "" {
				it.name, it.keys = name, append(it.keys, nameKey(name))
			}
			return false
		}
		return removed || slices.ContainsFunc(gate.Sets(), func(set gate.Set) bool { return w.table.At(set, it.name, w.from).Stage == gate.Deprecated }) || slices.ContainsFunc([]discovery.Stability{discovery.Alpha, discovery.Beta, discovery.Stable}, func(s discovery.Stability) bool {
			came, _ := w.reached(it.name, s)
			return came
		})
	})
}

// gateWords matches texts that mention a gate.
var gateWords = lazy.Regexp(`(?i)feature[ -]?(gate|flag)`)

// complete adds the gates of the source that no item has, each with its entry if there is only one.
func (r *Report) complete(items []*item, w *witness, is func(w *witness, name string) (is, on bool)) []*item {
	has := map[string]bool{}
	for _, it := range items {
		has[it.what+" "+it.name] = true
	}
	added := false
	for _, name := range w.names(func(name string) bool { holds, _ := is(w, name); return holds }) {
		if has["gate "+name] {
			continue
		}
		it := &item{name: name, what: "gate"}
		if n := r.onlyEntry(name); n != nil {
			it = n.item(name, "gate")
		}
		_, it.on = is(w, name)
		items, added = append(items, it), true
	}
	if added {
		order.Stably(items, byName)
	}
	return items
}

// onlyEntry returns the entry that names a gate and is not a bug fix, if there is exactly one.
func (r *Report) onlyEntry(name string) (found *Note) {
	for n := range slice.Each(r.Notes) {
		if !n.counts() || !slices.Contains(n.Gates, name) || n.Section == changelog.Bug || n.Section == changelog.FailingTest || slices.Contains(n.Kinds, "bug") {
			continue
		}
		if found != nil {
			return nil
		}
		found = n
	}
	return found
}

func nameKey(name string) string { return "name:" + strings.ToLower(name) }

func byName(a, b *item) int {
	return cmp.Or(cmp.Compare(min(1, a.rank()/5), min(1, b.rank()/5)), cmp.Compare(strings.ToLower(a.name), strings.ToLower(b.name)), cmp.Compare(a.what, b.what))
}
