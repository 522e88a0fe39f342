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

// Stage is the stage of a gate.
type Stage string

// The stages. Gone: the release does not have the gate.
const (
	Alpha      Stage = "alpha"
	Beta       Stage = "beta"
	Stable     Stage = "ga"
	Deprecated Stage = "deprecated"
	Gone       Stage = "gone"
)

// State is the state of a gate in a release.
type State struct {
	Stage   Stage `json:"stage"`
	Default bool  `json:"default"`
	// Locked: it accepts only its default.
	Locked bool `json:"locked,omitzero"`
	// Either: a patch of the release changed the default.
	Either bool `json:"either,omitzero"`
	// Needs lists the gates that must be enabled with it, sorted and separated by commas (from 1.35
	// on, https://github.com/kubernetes/kubernetes/pull/133697).
	Needs string `json:"needs,omitempty"`
}

// Known reports whether the release has the gate.
func (s State) Known() bool { return s.Stage != "" && s.Stage != Gone }

// Step is the state of a gate since a release.
type Step struct {
	From discovery.Release `json:"from"`
	State
}

// Set is a set of components that share their gates.
type Set string

// Components are the API server, the controller manager, the scheduler, the kubelet and kube-proxy,
// which accept all gates of each other. Kubeadm has its own gates.
const (
	Components Set = "components"
	Kubeadm    Set = "kubeadm"
)

// Table has the gates of each set by name, with the steps of each in order.
type Table struct {
	// Oldest and Newest are the first and the last release of the table.
	Oldest, Newest discovery.Release
	Gates          map[Set]map[string][]Step
}

//go:embed gates.tsv
var gates string

// Known returns the table of gates.tsv.
//
//nolint:gochecknoglobals // read once
var Known = sync.OnceValues(func() (Table, error) { return Parse(dataset.Text("discovery/gate/gates.tsv", gates)) })

// Covers reports whether the table covers a release.
func (t Table) Covers(r discovery.Release) bool {
	return r.Known() && t.Oldest.Known() && t.Oldest.AtOrBefore(r) && r.AtOrBefore(t.Newest)
}

// At returns the state of a gate in a release that the table covers. It is not Known for unknown
// gates.
func (t Table) At(set Set, name string, r discovery.Release) (state State) {
	for _, s := range t.Gates[set][name] {
		if s.From.AtOrBefore(r) {
			state = s.State
		}
	}
	return state
}

// GoneIn returns the release that removed the gate, if it is removed in r. It returns false if r
// has the gate, or if no release up to r had it.
func (t Table) GoneIn(set Set, name string, r discovery.Release) (discovery.Release, bool) {
	for _, s := range slices.Backward(t.Gates[set][name]) {
		if s.From.AtOrBefore(r) {
			return s.From, s.Stage == Gone
		}
	}
	return discovery.Release{}, false
}

// Begins returns the first release that has the gate; the zero value if none does.
func (t Table) Begins(set Set, name string) discovery.Release {
	if steps := t.Gates[set][name]; len(steps) > 0 {
		return steps[0].From
	}
	return discovery.Release{}
}

// SinceAt returns the release since which the gate has the stage that it has in r.
func (t Table) SinceAt(set Set, name string, r discovery.Release) discovery.Release {
	stage := t.At(set, name, r).Stage
	return t.since(set, name, r, func(s State) bool { return s.Stage == stage })
}

// LockedIn returns the release since which the gate is locked in r; the zero value if it is not
// locked.
func (t Table) LockedIn(set Set, name string, r discovery.Release) discovery.Release {
	return t.since(set, name, r, func(s State) bool { return s.Locked })
}

// since returns the first release of the last consecutive steps up to r for which holds returns
// true.
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

// Sets returns the sets in the order of the table.
func Sets() []Set { return []Set{Components, Kubeadm} }

// Format writes the table: the releases that it covers, then a line for each gate.
func Format(t Table) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "releases\t%s\t%s\n", t.Oldest, t.Newest)
	for _, set := range Sets() {
		for _, name := range slices.Sorted(maps.Keys(t.Gates[set])) {
			steps := slice.Map(t.Gates[set][name], Step.String)
			fmt.Fprintf(&b, "%s\t%s\t%s\n", set, name, strings.Join(steps, ", "))
		}
	}
	return []byte(b.String())
}

// needs is the prefix of the gates that another gate needs.
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
