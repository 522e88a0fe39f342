// Package gates makes the table of package gate from the published Go modules of
// Kubernetes. That is 25 MB for each release.
package gates

import (
	"context"

	"github.com/kubedelta/kubedelta/cmd/catalog/modules"
	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
)

// defining are the modules that define gates.
func defining(minor int) []string {
	list := []string{modules.Kubernetes, "k8s.io/apiserver", "k8s.io/apiextensions-apiserver", "k8s.io/component-base", "k8s.io/client-go"}
	if minor >= 20 { // before, it was not published
		list = append(list, "k8s.io/controller-manager")
	}
	return list
}

// Make makes gates.tsv.
func Make(ctx context.Context, _ step.Folders) (map[string][]byte, error) {
	t := gate.Table{Oldest: modules.Oldest(), Newest: discovery.Newest(), Gates: map[gate.Set]map[string][]gate.Step{gate.Components: {}, gate.Kubeadm: {}}}
	err := modules.Each(ctx, defining, func(r discovery.Release, dirs map[string]string) error {
		states, err := read(dirs, r)
		for set, now := range states {
			extend(t.Gates[set], now, r)
		}
		return err
	})
	return map[string][]byte{"gates.tsv": gate.Format(t)}, err
}

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
