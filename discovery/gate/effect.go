package gate

import (
	"iter"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// Effect is how a release treats a gate that is set to a value.
type Effect string

// The effects.
const (
	Taken Effect = "taken"
	// Refused: it is locked to the other value. A component that sets it does not start.
	// Superfluous: it is locked to this value.
	Refused     Effect = "refused"
	Superfluous Effect = "superfluous"
	// Discouraged: the gate is deprecated.
	Discouraged Effect = "discouraged"
	// Removed: an earlier release had it. Later: a later release adds it. Unheard: no release of
	// the table has it. A component that sets it does not start.
	Removed Effect = "removed"
	Later   Effect = "later"
	Unheard Effect = "unheard"
	// Uncovered: the table does not cover the release.
	Uncovered Effect = "uncovered"
)

// Verdict is an effect. Since is the release that locked, deprecated, removed or adds the gate.
// Default is the default of a known gate.
type Verdict struct {
	Effect  Effect
	Since   discovery.Release
	Default bool
}

// Check returns the effect of setting a gate to a value in a release.
func (t Table) Check(set Set, name string, value bool, r discovery.Release) Verdict {
	if name == "AllAlpha" || name == "AllBeta" {
		return Verdict{Effect: Taken} // every release has them
	}
	if first, gone := t.GoneIn(set, name, t.Newest); gone && r.Compare(t.Newest) > 0 {
		return Verdict{Effect: Removed, Since: first} // removed gates stay removed
	}
	if !t.Covers(r) {
		return Verdict{Effect: Uncovered}
	}
	state := t.At(set, name, r)
	first, gone := t.GoneIn(set, name, r)
	switch {
	case gone:
		return Verdict{Effect: Removed, Since: first}
	case !state.Known() && t.Begins(set, name).Known():
		return Verdict{Effect: Later, Since: t.Begins(set, name)}
	case !state.Known():
		return Verdict{Effect: Unheard}
	case state.Locked && value == state.Default:
		return Verdict{Superfluous, t.LockedIn(set, name, r), state.Default}
	case state.Locked:
		return Verdict{Refused, t.LockedIn(set, name, r), state.Default}
	case state.Stage == Deprecated:
		return Verdict{Discouraged, t.SinceAt(set, name, r), state.Default}
	default:
		return Verdict{Effect: Taken, Default: state.Default}
	}
}

// Lacking returns the components' gates that are enabled in a release, with the gates that they
// need and that are disabled. set has the gates that are set. A value that the release refuses does
// not count, because Check reports it.
func (t Table) Lacking(set map[string]bool, r discovery.Release) map[string][]string {
	out := map[string][]string{}
	for name := range t.Gates[Components] {
		state := t.At(Components, name, r)
		if state.Needs == "" || !t.enabled(set, name, r) {
			continue
		}
		for needed := range strings.SplitSeq(state.Needs, ",") {
			if !t.enabled(set, needed, r) {
				out[name] = append(out[name], needed)
			}
		}
	}
	return out
}

// enabled reports whether the gate is enabled in a release, given the gates that are set.
func (t Table) enabled(set map[string]bool, name string, r discovery.Release) bool {
	state := t.At(Components, name, r)
	if value, is := set[name]; is && (!state.Locked || value == state.Default) {
		return value
	}
	if value, all := set[map[Stage]string{Alpha: "AllAlpha", Beta: "AllBeta"}[state.Stage]]; all {
		return value
	}
	return state.Default
}

// Pairs ranges over the gates in a value of --feature-gates: "A=true,kubelet:B=false".
func Pairs(list string) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		for pair := range strings.SplitSeq(list, ",") {
			name, value, _ := strings.Cut(strings.TrimSpace(pair), "=")
			// A gate of one component may be written "kubelet:Name=true".
			if _, after, scoped := strings.Cut(name, ":"); scoped {
				name = after
			}
			on, _ := strconv.ParseBool(strings.TrimSpace(value)) // as in k8s.io/component-base/featuregate
			if name != "" && !yield(name, on) {
				return
			}
		}
	}
}
