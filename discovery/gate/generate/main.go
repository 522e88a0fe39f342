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
		for set, now := range states {
			extend(t.Gates[set], now, minor(m))
		}
	}
	return t, nil
}
