package main

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
)

func minor(n int) discovery.Release { return discovery.Release{Major: 1, Minor: n} }

// extend adds what a release changes of the gates.
func extend(gates map[string][]gate.Step, now map[string]gate.State, r discovery.Release) {
	for name, state := range now {
		steps := gates[name]
		if len(steps) == 0 || steps[len(steps)-1].State != state {
			gates[name] = append(steps, gate.Step{From: r, State: state})
		}
	}
	for name, steps := range gates {
		if _, has := now[name]; !has && steps[len(steps)-1].Known() {
			gates[name] = append(steps, gate.Step{From: r, State: gate.State{Stage: gate.Gone}})
		}
	}
}
