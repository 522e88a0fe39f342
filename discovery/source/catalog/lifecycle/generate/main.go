// Command generate writes the tables of package lifecycle, lifecycle.tsv and
// fields.tsv, from the published Go modules of Kubernetes into a folder:
//
//	go run ./generate .
//
// It downloads them through the go command, which checks them against the
// checksum database, and reads their source; it compiles nothing of them.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/lifecycle"
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
		return fmt.Errorf("it takes one argument, the folder to write to, not %d", len(args))
	}
	tables, err := generate(ctx)
	if err != nil {
		return err
	}
	for name, table := range tables {
		if err := os.WriteFile(filepath.Join(args[0], name), table, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// servers are the modules with the kinds of every API server of a control plane.
//
//nolint:gochecknoglobals // a constant list; Go has no constant slices.
var servers = []string{"k8s.io/api", "k8s.io/apiextensions-apiserver", "k8s.io/kube-aggregator"}

// generate reads the releases from the oldest to the newest and lets each say
// all that it knows of a kind anew.
func generate(ctx context.Context) (map[string][]byte, error) {
	union, tags := lifecycle.Plans{}, lifecycle.Tags{}
	for minor := modules.Oldest; minor <= discovery.NewestMinor; minor++ {
		release := discovery.Release{Major: 1, Minor: minor}
		dirs, err := modules.Fetch(ctx, minor, servers...)
		if err != nil {
			return nil, err
		}
		tagged := map[lifecycle.FieldKey][]string{}
		for _, server := range servers {
			if err := errors.Join(readModule(dirs[server], union), readFields(server, dirs[server], tagged)); err != nil {
				return nil, fmt.Errorf("the modules of Kubernetes %s: %w", release, err)
			}
		}
		tags.Add(release, tagged)
	}
	dropLists(union)
	return map[string][]byte{"lifecycle.tsv": lifecycle.Format(union), "fields.tsv": lifecycle.FormatTags(tags)}, nil
}
