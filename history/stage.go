package history

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
)

// StepsOf are the states of a gate from the first release that has the field. Where that
// is the oldest release of the table, the field may be older, and all states are given.
// None: the table of gates does not have the gate.
func (f *Field) StepsOf(name string, gates gate.Table, oldest discovery.Release) []gate.Step {
	steps := gates.Gates[gate.Components][name]
	if f.Spans.First() == oldest {
		return steps
	}
	return from(steps, f.Spans.First())
}

// from leaves out what a gate was before a release.
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

// Deprecated is the first release of those in which the field is deprecated now, or was
// when it went; the zero value where it is not.
func (f *Field) Deprecated() (first discovery.Release) {
	for _, s := range slices.Backward(f.Stated) {
		if !s.Deprecated || s.Last != f.Spans.Last() && !first.Known() {
			break
		}
		first = s.First
	}
	return first
}

// Removed is the first release without what an earlier one had; the zero value where the
// newest release has it.
func (s Spans) Removed(newest discovery.Release) discovery.Release {
	if last := s.Last(); last != newest {
		return discovery.Release{Major: last.Major, Minor: last.Minor + 1}
	}
	return discovery.Release{}
}
