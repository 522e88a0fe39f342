package check

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// runningGates are the gates that the API server runs with, against the defaults of
// the release that it runs: a later release of the plan has others.
type runningGates struct {
	gate.Table
	release discovery.Release
	// stages are those whose gates AllAlpha and AllBeta have set to the value: such
	// a gate may be on no command line.
	stages map[gate.Stage]bool
}

func runningOf(in preflight.Input, t gate.Table) runningGates {
	r := runningGates{t, in.Server.Release, map[gate.Stage]bool{}}
	if !r.release.Known() {
		r.release = in.From
	}
	told, anyBeta := false, false
	for _, g := range in.Gates {
		switch state := t.At(gate.Components, g.Name, r.release); {
		case g.Name == "AllAlpha":
			r.sets(gate.Alpha, g.Enabled)
		case g.Name == "AllBeta":
			told = true
			r.sets(gate.Beta, g.Enabled)
		case state.Stage == gate.Beta && state.Default && g.Enabled:
			anyBeta = true
		}
	}
	// AllBeta=false shows as its own default; the gates show it.
	if _, on := r.stages[gate.Beta]; told && !on && !anyBeta {
		r.stages[gate.Beta] = false
	}
	return r
}

func (r runningGates) sets(stage gate.Stage, enabled bool) {
	if enabled {
		r.stages[stage] = true
	}
}

// unlikeDefault: the value that the API server runs with is not the default of its
// release, so somebody set it. Where a patch changed the default, either value may be
// it. Where the release is not in the table the stage tells the default, but for
// betas, which are on or off.
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

// byStage: the value may come from AllAlpha or AllBeta
// (k8s.io/component-base/featuregate, setUnsetAlphaGates and setUnsetBetaGates).
func (r runningGates) byStage(e evidence.Gate) bool {
	value, set := r.stages[r.At(gate.Components, e.Name, r.release).Stage]
	return set && value == e.Enabled
}

// set are the gates that somebody set, as far as their values tell.
func (r runningGates) set(in preflight.Input) map[string]bool {
	out := map[string]bool{}
	for _, g := range in.Gates {
		if all := g.Name == "AllAlpha" || g.Name == "AllBeta"; all && g.Enabled || !all && r.unlikeDefault(g) && !r.byStage(g) {
			out[g.Name] = g.Enabled
		}
	}
	return out
}
