// Package gates makes the table of package gate from the published Go modules of Kubernetes. It
// downloads 25 MB for each release. It must not guess: source that it does not understand is an
// error.
package gates

import (
	"context"
	"fmt"

	"github.com/kubedelta/kubedelta/cmd/catalog/modules"
	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
)

// defining returns the modules that define gates.
func defining(minor int) []string {
	list := []string{modules.Kubernetes, "k8s.io/apiserver", "k8s.io/apiextensions-apiserver", "k8s.io/component-base", "k8s.io/client-go"}
	if minor >= 20 { // it was not published before
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

// patches is the newest patch of each minor for which all modules that define gates are published.
// For other minors only the first patch is read.
func patches() map[int]int {
	return map[int]int{24: 17, 25: 14, 26: 9, 27: 16, 28: 15, 29: 15, 30: 14, 31: 14, 32: 13, 33: 13, 34: 4}
}

// patched marks the gates whose default changed in a patch release. It does not record gates that
// only later patches have, because a server can run any patch.
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

// extend adds the changes of a release to the gates.
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
