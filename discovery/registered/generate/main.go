// Command generate writes the table of package registered from the published Go
// modules of Kubernetes:
//
//	go run ./generate registered.tsv
//
// It downloads them through the go command, which checks them against the checksum
// database, and reads their source; it compiles nothing of them. That is 15 MB for
// each release.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/registered"
	"github.com/kubedelta/kubedelta/discovery/source/modules"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
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
	return os.WriteFile(args[0], registered.Format(table), 0o644)
}

// The modules that install group-versions, beside Kubernetes itself.
const (
	api           = "k8s.io/api"
	apiextensions = "k8s.io/apiextensions-apiserver"
	aggregator    = "k8s.io/kube-aggregator"
)

// generate reads the releases from the oldest to the newest.
func generate(ctx context.Context) (registered.Table, error) {
	t := registered.Table{Oldest: minor(modules.Oldest), Newest: minor(discovery.NewestMinor), Spans: map[discovery.GroupVersionKind][]registered.Span{}}
	for m := modules.Oldest; m <= discovery.NewestMinor; m++ {
		dirs, err := modules.Fetch(ctx, m, modules.Kubernetes, api, apiextensions, aggregator)
		if err != nil {
			return t, err
		}
		now, err := read(dirs)
		if err != nil {
			return t, fmt.Errorf("the modules of Kubernetes 1.%d: %w", m, err)
		}
		extend(t.Spans, now, minor(m))
	}
	return t, nil
}

// extend adds what a release has, and ends what it does not have.
func extend(spans map[discovery.GroupVersionKind][]registered.Span, now map[discovery.GroupVersionKind]bool, r discovery.Release) {
	for key := range now {
		if all := spans[key]; len(all) == 0 || all[len(all)-1].Gone.Known() {
			spans[key] = append(all, registered.Span{First: r})
		}
	}
	for key, all := range spans {
		if last := &all[len(all)-1]; !now[key] && !last.Gone.Known() {
			last.Gone = r
		}
	}
}

func minor(n int) discovery.Release { return discovery.Release{Major: 1, Minor: n} }
