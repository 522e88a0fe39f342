package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// gateFacts is what is known about gates: the table of the gates of each release, and indexes of
// the release notes, which give pull requests, and cover releases that the table lacks.
type gateFacts struct {
	gate.Table
	removed, locked, deprecated map[string]noteOf
	from, to                    discovery.Release
	// later: the hop begins at a later release than the cluster's, so an earlier hop reports what
	// is wrong at its beginning.
	later bool
}

func (f *found) gateFacts(in preflight.Input) (gateFacts, error) {
	notes := f.notesOfMinors(in)
	table, err := gate.Known()
	return gateFacts{
		Table: table, from: answering(in), to: in.To, later: simulated(in),
		removed:    index(notes, func(n noteOf) ([]string, []string) { return n.RemovedNames, n.Gates }),
		locked:     index(notes, func(n noteOf) ([]string, []string) { return n.LockedNames, n.Gates }),
		deprecated: index(notes, func(n noteOf) ([]string, []string) { return n.DeprecatedNames, n.Gates }),
	}, err
}

// check returns the item of a gate that a component sets. The item has no severity if nothing is
// wrong with the gate.
func (g gateFacts) check(c configured, name string, value bool) preflight.Item {
	it := c.object
	it.Field, it.Value = c.component+" featureGates", name
	set := gate.Components
	if c.component == "kubeadm" {
		set = gate.Kubeadm
	}
	verdict := g.Check(set, name, value, g.to)
	switch since := verdict.Since; verdict.Effect {
	case gate.Uncovered:
		g.byNotes(&it, c, set, name, value)
	case gate.Removed:
		g.removedItem(&it, c, name, since)
	case gate.Later:
		it.Severity, it.Before = rule.Unknown, hop(g.to) // a fix can add a gate to a patch release
		it.Message = c.sets(name) + ", which was added in " + since.String() + ": " + g.to.String() + ".0 does not start with it; whether later patch releases do is unknown"
	case gate.Unheard:
		it.Severity = rule.Unknown
		it.Message = c.sets(quoted(name)) + ", which no release of Kubernetes from " + g.Oldest.String() + " to " + g.Newest.String() + " has: whether " + g.to.String() + " starts with it is unknown"
	case gate.Refused, gate.Superfluous:
		g.lockedItem(&it, c, name, value, verdict.Default, since)
	case gate.Discouraged:
		it.Severity, it.Deprecated, it.Notes = rule.Deprecation, since, pullsIn(g.deprecated, name, since)
		it.Message = c.sets(name) + ", which " + since.String() + " deprecates"
	case gate.Taken:
	}
	return it
}

func (c configured) sets(name string) string { return c.component + " sets the feature gate " + name }

// removedItem fills the item of a gate that was removed, unless an earlier hop reports it.
func (g gateFacts) removedItem(it *preflight.Item, c configured, name string, since discovery.Release) {
	past := since.AtOrBefore(g.from) // what runs now does not have the gate, or is older
	if past && g.later {
		return
	}
	it.Severity, it.Removed, it.Before, it.Notes = rule.Breaking, since, hop(latest(since, g.from)), pullsIn(g.removed, name, since)
	it.Message = c.sets(name) + ", which " + since.String() + " no longer knows: it does not start"
	if past {
		it.Message = c.sets(name) + ", which was removed in " + since.String() + ": " + c.component + " " + g.to.String() + " does not start with it"
	}
	if g.from == g.to {
		it.Before = "" // a hop within a minor, which the plan names
	}
	if c.component == cloudManager {
		it.Severity, it.Likely = rule.Risky, true // it is built separately, with releases of its own
	}
}

// pullsIn returns the pull request of a gate in an index of notes, if its note is of a release.
func pullsIn(notes map[string]noteOf, name string, r discovery.Release) []int {
	if n, has := notes[name]; has && n.minor == r {
		return n.pulls()
	}
	return nil
}

// latest returns the release whose hop an item must be dealt with before: r, or the release after
// from if the cluster is past r.
func latest(r, from discovery.Release) discovery.Release {
	if from.Known() && r.AtOrBefore(from) {
		return discovery.Release{Major: from.Major, Minor: from.Minor + 1}
	}
	return r
}

// lockedItem fills the item of a locked gate. A component does not start if the gate is set to the
// other value. If it is set to the same value it is redundant, and a later release removes it.
func (g gateFacts) lockedItem(it *preflight.Item, c configured, name string, value, to bool, since discovery.Release) {
	it.Notes = pullsIn(g.locked, name, since)
	if since.Compare(g.from) > 0 {
		it.Before = hop(since)
	}
	if value == to {
		it.Severity = rule.Info
		it.Message = c.sets(name) + ", which is locked to that value in " + g.to.String() + ": a later release will remove it"
		return
	}
	it.Severity = rule.Breaking
	it.Message = c.sets(name) + " to " + strconv.FormatBool(value) + ", but it is locked in " + g.to.String() + " to " + strconv.FormatBool(to) + ": it does not start"
	it.Before = cmp.Or(it.Before, hop(g.to))
}

// byNotes fills the item of a gate at a release that the table does not cover: from the notes, or
// else from the rule that a gate is removed two releases after the one that locked it
// (https://kubernetes.io/docs/reference/using-api/deprecation-policy/#feature-gates and KEP-5241).
// Otherwise the result is unknown.
func (g gateFacts) byNotes(it *preflight.Item, c configured, set gate.Set, name string, value bool) {
	const kept = 2
	since := g.LockedIn(set, name, g.Newest)
	lock, locked := g.locked[name]
	switch n, gone := g.removed[name]; {
	case gone:
		it.Severity, it.Removed, it.Before, it.Notes = rule.Breaking, n.minor, hop(n.minor), n.pulls()
		it.Message = c.sets(name) + ", which " + n.minor.String() + " no longer knows: it does not start"
	case since.Known() && g.to.Compare(g.Newest) > 0 && g.to.Minor-since.Minor >= kept:
		it.Severity, it.Likely, it.Before = rule.Risky, true, hop(g.to)
		it.Message = fmt.Sprintf("%s sets the feature gate %s, which is locked since %s: later releases remove locked gates, and whether %s still has it is unknown", c.component, name, since, g.to)
	case locked:
		g.lockedItem(it, c, name, value, true, lock.minor)
	default:
		it.Severity = rule.Unknown
		it.Message = c.sets(quoted(name)) + ", but kubedelta has no data about the gates of " + g.to.String()
	}
}

// needs adds, and returns, the items of gates that would be on at the target while a gate that they depend on
// is off: from 1.35 on a component does not start then (#133697, unsafeSetFromMap in
// k8s.io/component-base/featuregate). A gate may be on because it is set, because of AllAlpha or
// AllBeta, or by default.
func (f *found) needs(g gateFacts, c configured) (items []*preflight.Item) {
	if !componentconfig.TakesGates(c.component) || c.component == "kubeadm" || c.component == cloudManager || len(c.gates) == 0 {
		return nil
	}
	it := c.object
	it.Field, it.Before = c.component+" featureGates", hop(g.to)
	// A gate that AllBeta turns on cannot depend on a less stable one (AddDependencies).
	switch {
	case g.Covers(g.to):
	case !c.gates["AllAlpha"]:
		return nil
	default:
		it.Severity, it.Value = rule.Unknown, "AllAlpha"
		it.Message = c.component + " sets AllAlpha, but kubedelta has no data about dependencies between gates in " + g.to.String()
		return append(items, f.add(it))
	}
	lacking := g.Lacking(c.gates, g.to)
	for _, name := range slices.Sorted(maps.Keys(lacking)) {
		if _, before := g.Lacking(c.gates, g.from)[name]; before && g.later {
			continue // an earlier hop reports it
		}
		off := lacking[name]
		it.Severity, it.Value, it.Notes = rule.Breaking, name, []int{133697}
		it.Message = "with the feature gates that " + c.component + " sets, " + name + " is on in " + g.to.String() + " but depends on " + strings.Join(off, " and ") + ", which is off: it does not start"
		it.Migration = []string{"set " + strings.Join(off, "=true, ") + "=true, or " + name + "=false"}
		items = append(items, f.add(it))
	}
	return items
}

// runningGates compares the gates that the API server reports with the defaults of the release that
// it runs. A later release of the plan has other defaults.
type runningGates struct {
	gate.Table
	release discovery.Release
	// stages has the values that AllAlpha and AllBeta give to the gates of a stage. Such a gate may
	// be on no command line.
	stages map[gate.Stage]bool
}

func runningOf(in preflight.Input, t gate.Table) runningGates {
	r := runningGates{t, stored(in), map[gate.Stage]bool{}}
	told, anyBeta := false, false
	for _, g := range in.Gates {
		switch state := t.At(gate.Components, g.Name, r.release); {
		case g.Name == "AllAlpha" && g.Enabled:
			r.stages[gate.Alpha] = true
		case g.Name == "AllBeta":
			told = true
			if g.Enabled {
				r.stages[gate.Beta] = true
			}
		case state.Stage == gate.Beta && state.Default && g.Enabled:
			anyBeta = true
		}
	}
	// AllBeta=false is reported with its own default value, so it shows only in the other gates.
	if _, on := r.stages[gate.Beta]; told && !on && !anyBeta {
		r.stages[gate.Beta] = false
	}
	return r
}

// unlikeDefault reports whether a gate has another value than the default of the API server's
// release, so somebody set it. If a patch release changed the default, both values may be the
// default. If the table does not cover the release, the stage implies the default, except for beta
// gates, which may be on or off.
func (r runningGates) unlikeDefault(e evidence.Gate) bool {
	if state := r.At(gate.Components, e.Name, r.release); r.Covers(r.release) {
		return state.Known() && !state.Either && e.Enabled != state.Default
	}
	switch e.Stage {
	case "ALPHA":
		return e.Enabled
	case "":
		return !e.Enabled
	default:
		return false
	}
}

// byStage reports whether the value may come from AllAlpha or AllBeta
// (k8s.io/component-base/featuregate, setUnsetAlphaGates and setUnsetBetaGates).
func (r runningGates) byStage(e evidence.Gate) bool {
	value, set := r.stages[r.At(gate.Components, e.Name, r.release).Stage]
	return set && value == e.Enabled
}

// set returns the gates that somebody set, as far as their values show.
func (r runningGates) set(in preflight.Input) map[string]bool {
	out := map[string]bool{}
	for _, g := range in.Gates {
		if all := g.Name == "AllAlpha" || g.Name == "AllBeta"; all && g.Enabled || !all && r.unlikeDefault(g) && !r.byStage(g) {
			out[g.Name] = g.Enabled
		}
	}
	return out
}
