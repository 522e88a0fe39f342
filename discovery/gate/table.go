package gate

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/dataset"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Stage of a gate.
type Stage string

// The stages. Gone: the release does not have the gate.
const (
	Alpha      Stage = "alpha"
	Beta       Stage = "beta"
	Stable     Stage = "ga"
	Deprecated Stage = "deprecated"
	Gone       Stage = "gone"
)

// State is what a gate is in a release.
type State struct {
	Stage   Stage
	Default bool
	// Locked: it takes no value but its default.
	Locked bool
	// Either: a patch of the release changed the default.
	Either bool
	// Needs are the gates that must be on where it is, sorted, with commas between
	// (from 1.35 on, https://github.com/kubernetes/kubernetes/pull/133697).
	Needs string
}

// Known tells whether the release has the gate.
func (s State) Known() bool { return s.Stage != "" && s.Stage != Gone }

// Step is the state of a gate from a release on.
type Step struct {
	From discovery.Release
	State
}

// Set names those who share their gates.
type Set string

// Components are the API server, the controller manager, the scheduler, the
// kubelet and kube-proxy, which know all gates of one another; Kubeadm has its own.
const (
	Components Set = "components"
	Kubeadm    Set = "kubeadm"
)

// Table holds the gates of each set by name, each with its steps in order.
type Table struct {
	// Oldest and Newest are the releases that it knows.
	Oldest, Newest discovery.Release
	Gates          map[Set]map[string][]Step
}

//go:embed gates.tsv
var gates string

// Known is the table of gates.tsv.
//
//nolint:gochecknoglobals // read once
var Known = sync.OnceValues(func() (Table, error) { return Parse(dataset.Text("discovery/gate/gates.tsv", gates)) })

// Covers tells whether the table knows a release.
func (t Table) Covers(r discovery.Release) bool {
	return r.Known() && t.Oldest.Known() && t.Oldest.AtOrBefore(r) && r.AtOrBefore(t.Newest)
}

// At is the state of a gate in a release that the table covers. Gates that it never
// heard of are not known.
func (t Table) At(set Set, name string, r discovery.Release) (state State) {
	for _, s := range t.Gates[set][name] {
		if s.From.AtOrBefore(r) {
			state = s.State
		}
	}
	return state
}

// GoneIn is the release that took the gate away, as it is gone in r; false where r
// has it, or where none up to r had it.
func (t Table) GoneIn(set Set, name string, r discovery.Release) (discovery.Release, bool) {
	for _, s := range slices.Backward(t.Gates[set][name]) {
		if s.From.AtOrBefore(r) {
			return s.From, s.Stage == Gone
		}
	}
	return discovery.Release{}, false
}

// Begins is the first release that has the gate; the zero value where none does.
func (t Table) Begins(set Set, name string) discovery.Release {
	if steps := t.Gates[set][name]; len(steps) > 0 {
		return steps[0].From
	}
	return discovery.Release{}
}

// SinceAt is the release from which on the gate has the stage that it has in r.
func (t Table) SinceAt(set Set, name string, r discovery.Release) discovery.Release {
	stage := t.At(set, name, r).Stage
	return t.since(set, name, r, func(s State) bool { return s.Stage == stage })
}

// LockedIn is the release from which on the gate is locked, as it is in r; the zero
// value where it is not.
func (t Table) LockedIn(set Set, name string, r discovery.Release) discovery.Release {
	return t.since(set, name, r, func(s State) bool { return s.Locked })
}

// since is the first of the last steps up to r of which something holds.
func (t Table) since(set Set, name string, r discovery.Release, holds func(State) bool) (first discovery.Release) {
	for _, s := range t.Gates[set][name] {
		switch {
		case !s.From.AtOrBefore(r):
			return first
		case !holds(s.State):
			first = discovery.Release{}
		case !first.Known():
			first = s.From
		}
	}
	return first
}

// names are the sets in the order of the table.
func names() []Set { return []Set{Components, Kubeadm} }

// Format writes the table: the releases that it covers, then a line for each gate.
func Format(t Table) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "releases\t%s\t%s\n", t.Oldest, t.Newest)
	for _, set := range names() {
		for _, name := range slices.Sorted(maps.Keys(t.Gates[set])) {
			steps := slice.Map(t.Gates[set][name], Step.String)
			fmt.Fprintf(&b, "%s\t%s\t%s\n", set, name, strings.Join(steps, ", "))
		}
	}
	return []byte(b.String())
}

// needs stands before the gates that another one needs.
const needs = "needs:"

// String writes "1.25 ga on locked", "1.31 beta on either", "1.35 beta on needs:A,B",
// "1.27 gone".
func (s Step) String() string {
	words := []string{s.From.String(), string(s.Stage)}
	if s.Known() {
		words = append(words, map[bool]string{true: "on", false: "off"}[s.Default])
	}
	if s.Locked {
		words = append(words, "locked")
	}
	if s.Either {
		words = append(words, "either")
	}
	if s.Needs != "" {
		words = append(words, needs+s.Needs)
	}
	return strings.Join(words, " ")
}
