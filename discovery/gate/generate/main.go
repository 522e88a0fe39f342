// Command generate writes the table of package gate from the published Go modules
// of Kubernetes:
//
//	go run ./generate gates.tsv
//
// It downloads them through the go command, which checks them against the checksum
// database, and reads their source; it compiles nothing of them. That is 25 MB for
// each release.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/source/modules"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		stop()
		os.Exit(1) //nolint:gocritic // nothing is deferred but stop.
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("it takes one argument, the table to write, not %d", len(args))
	}
	table, err := generate(ctx)
	if err != nil {
		return err
	}
	return os.WriteFile(args[0], gate.Format(table), 0o644)
}

// defining are the modules that define gates.
func defining(minor int) []string {
	list := []string{modules.Kubernetes, "k8s.io/apiserver", "k8s.io/apiextensions-apiserver", "k8s.io/component-base", "k8s.io/client-go"}
	if minor >= 20 { // before, it was not published
		list = append(list, "k8s.io/controller-manager")
	}
	return list
}

// generate reads the releases from the oldest to the newest.
func generate(ctx context.Context) (gate.Table, error) {
	t := gate.Table{Oldest: minor(modules.Oldest), Newest: minor(discovery.NewestMinor), Gates: map[gate.Set]map[string][]gate.Step{gate.Components: {}, gate.Kubeadm: {}}}
	for m := modules.Oldest; m <= discovery.NewestMinor; m++ {
		dirs, err := modules.Fetch(ctx, m, defining(m)...)
		if err != nil {
			return t, err
		}
		states, err := read(dirs, minor(m))
		if err != nil {
			return t, fmt.Errorf("the modules of Kubernetes 1.%d: %w", m, err)
		}
		if err := patched(ctx, m, states); err != nil {
			return t, err
		}
		for set, now := range states {
			extend(t.Gates[set], now, minor(m))
		}
	}
	return t, nil
}

// patches are later patches that have other defaults than the first: those that the
// lab of API servers builds (fixtures/kubernetes).
var patches = map[int]int{24: 17, 25: 14, 26: 9, 27: 16, 28: 15, 29: 15, 30: 14, 31: 14, 32: 13, 33: 13, 34: 4}

// patched marks the gates whose default a patch changed. Whether a patch has a gate
// that the first one has not is not told: a server may run any patch.
func patched(ctx context.Context, m int, first map[gate.Set]map[string]gate.State) error {
	patch, has := patches[m]
	if !has {
		return nil
	}
	dirs, err := modules.FetchPatch(ctx, m, patch, defining(m)...)
	if err != nil {
		return err
	}
	later, err := read(dirs, minor(m))
	if err != nil {
		return fmt.Errorf("the modules of Kubernetes 1.%d.%d: %w", m, patch, err)
	}
	for set, gates := range first {
		for name, state := range gates {
			state.Either = later[set][name].Known() && later[set][name].Default != state.Default
			gates[name] = state
		}
	}
	return nil
}
