package check

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/preflight"
)

// gateFacts is what is known of gates: the table of what each release has, and the
// notes, which stand behind it, and for it where it does not reach.
type gateFacts struct {
	gate.Table
	removed, locked, deprecated map[string]noteOf
	from, to                    discovery.Release
	// later: the hop begins at a later release than the cluster's, so that what is
	// wrong at its beginning was told at an earlier hop.
	later bool
}

func (f *found) gateFacts(in preflight.Input) (gateFacts, error) {
	notes := f.notesBetween(in)
	table, err := gate.Known()
	return gateFacts{table, index(notes, removedGates), index(notes, lockedGateNames), index(notes, deprecatedGates), answering(in), in.To, simulated(in)}, err
}

// check tells what is wrong with a gate that a component sets, if anything is.
func (g gateFacts) check(c configured, name string, value bool) (preflight.Item, bool) {
	it := c.object
	it.Phase, it.Field, it.Value = c.phase, c.component+" featureGates", name
	set := gate.Components
	if c.component == "kubeadm" {
		set = gate.Kubeadm
	}
	switch verdict := g.Check(set, name, value, g.to); verdict.Effect {
	case gate.Uncovered:
		return g.byNotes(it, c, set, name, value)
	case gate.Removed, gate.Later, gate.Unheard:
		return g.unknown(it, c, name, verdict)
	case gate.Refused, gate.Superfluous:
		return g.lockedItem(it, c, name, value, verdict.Default, verdict.Since)
	case gate.Discouraged:
		return g.deprecatedItem(it, c, name, verdict.Since)
	case gate.Taken:
	}
	return it, false
}

// unknown is the item of a gate that the target does not have.
func (g gateFacts) unknown(it preflight.Item, c configured, name string, verdict gate.Verdict) (preflight.Item, bool) {
	since := verdict.Since
	switch {
	case verdict.Effect == gate.Removed && g.later && since.AtOrBefore(g.from):
		return it, false // an earlier hop has it
	case verdict.Effect == gate.Removed:
		if n, has := g.removed[name]; has && n.minor == since {
			it.Notes = n.pulls()
		}
		it.Severity, it.Removed, it.Before = rule.Breaking, since, hop(latest(since, g.from))
		it.Message = c.component + " sets the feature gate " + name + ", which " + since.String() + " no longer knows: it does not start"
		if c.component == cloudManager {
			it.Severity, it.Likely = rule.Risky, true // built apart, with a release of its own
		}
	case verdict.Effect == gate.Later:
		it.Severity, it.Before = rule.Unknown, hop(g.to) // fixes bring gates to patch releases
		it.Message = c.component + " sets the feature gate " + name + ", which was added in " + since.String() + ": " + g.to.String() + ".0 does not start with it; whether later patch releases do is unknown"
	default:
		it.Severity = rule.Unknown
		it.Message = c.component + " sets the feature gate " + quoted(name) + ", which no release of Kubernetes from " + g.Oldest.String() + " to " + g.Newest.String() + " has: whether " + g.to.String() + " starts with it is unknown"
	}
	return it, true
}

// latest is the hop before which something is to be done: that to the release, or
// the next one where the cluster is past it.
func latest(r, from discovery.Release) discovery.Release {
	if from.Known() && r.AtOrBefore(from) {
		return discovery.Release{Major: from.Major, Minor: from.Minor + 1}
	}
	return r
}

// lockedItem: a component does not start with a locked gate at the other value;
// with the same value the gate is superfluous, and gone some releases later.
func (g gateFacts) lockedItem(it preflight.Item, c configured, name string, value, to bool, since discovery.Release) (preflight.Item, bool) {
	if n, has := g.locked[name]; has && n.minor == since {
		it.Notes = n.pulls()
	}
	if since.Compare(g.from) > 0 {
		it.Before = hop(since)
	}
	if value == to {
		it.Severity = rule.Info
		it.Message = c.component + " sets the feature gate " + name + ", which is locked to that value in " + g.to.String() + ": a later release will remove it"
		return it, true
	}
	it.Severity = rule.Breaking
	it.Message = c.component + " sets the feature gate " + name + " to " + strconv.FormatBool(value) + ", but it is locked in " + g.to.String() + " to " + strconv.FormatBool(to) + ": it does not start"
	it.Before = cmp.Or(it.Before, hop(g.to))
	return it, true
}

func (g gateFacts) deprecatedItem(it preflight.Item, c configured, name string, since discovery.Release) (preflight.Item, bool) {
	if n, has := g.deprecated[name]; has && n.minor == since {
		it.Notes = n.pulls()
	}
	it.Severity, it.Deprecated = rule.Deprecation, since
	it.Message = c.component + " sets the feature gate " + name + ", which " + since.String() + " deprecates"
	return it, true
}

// byNotes checks for a release that the table does not have: by the notes, else by
// the rule that a gate goes two releases after the one that locked it
// (https://kubernetes.io/docs/reference/using-api/deprecation-policy/#feature-gates
// and KEP-5241). What nobody told is not known.
func (g gateFacts) byNotes(it preflight.Item, c configured, set gate.Set, name string, value bool) (preflight.Item, bool) {
	const kept = 2
	since := g.LockedIn(set, name, g.Newest)
	switch n, gone := g.removed[name]; {
	case gone:
		it.Severity, it.Removed, it.Before, it.Notes = rule.Breaking, n.minor, hop(n.minor), n.pulls()
		it.Message = c.component + " sets the feature gate " + name + ", which " + n.minor.String() + " no longer knows: it does not start"
	case since.Known() && g.to.Compare(g.Newest) > 0 && g.to.Minor-since.Minor >= kept:
		it.Severity, it.Likely, it.Before = rule.Risky, true, hop(g.to)
		it.Message = fmt.Sprintf("%s sets the feature gate %s, which is locked since %s: later releases remove locked gates, and whether %s still has it is unknown", c.component, name, since, g.to)
	default:
		if n, locked := g.locked[name]; locked {
			return g.lockedItem(it, c, name, value, true, n.minor)
		}
		it.Severity = rule.Unknown
		it.Message = c.component + " sets the feature gate " + quoted(name) + ", but kubedelta has no data about the gates of " + g.to.String()
	}
	return it, true
}
