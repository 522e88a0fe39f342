package history

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
)

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
