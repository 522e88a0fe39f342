// Package gates makes the table of package gate from the published Go modules of
// Kubernetes. That is 25 MB for each release.
package gates

import (
	"context"
	"fmt"

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
		if err == nil {
			err = patched(ctx, r, states)
		}
		for set, now := range states {
			extend(t.Gates[set], now, r)
		}
		return err
	})
	return map[string][]byte{"gates.tsv": gate.Format(t)}, err
}

// patches is the newest patch of each minor whose modules that define gates are all
// published. A minor without one is read from its first patch only.
func patches() map[int]int {
	return map[int]int{24: 17, 25: 14, 26: 9, 27: 16, 28: 15, 29: 15, 30: 14, 31: 14, 32: 13, 33: 13, 34: 4}
}

// patched marks the gates whose default a patch changed. Whether a patch has a gate
// that the first one does not have is not recorded: a server may run any patch.
func patched(ctx context.Context, r discovery.Release, first map[gate.Set]map[string]gate.State) error {
	patch, has := patches()[r.Minor]
	if !has {
		return nil
	}
	dirs, err := modules.Patch(ctx, r.Minor, patch, defining(r.Minor))
	if err != nil {
		return err
	}
	later, err := read(dirs, r)
	if err != nil {
		return fmt.Errorf("patch %d: %w", patch, err)
	}
	for set, gates := range first {
		for name, state := range gates {
			state.Either = later[set][name].Known() && later[set][name].Default != state.Default
			gates[name] = state
		}
	}
	return nil
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
