// Command generate writes the table of package lifecycle from the published Go
// modules of Kubernetes:
//
//	go run ./generate lifecycle.tsv
//
// It downloads them through the go command, which checks them against the
// checksum database, and reads their source; it compiles nothing of them.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/kubedelta/kubedelta/discovery/source/catalog/lifecycle"
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
	plans, err := generate(ctx)
	if err != nil {
		return err
	}
	return os.WriteFile(args[0], lifecycle.Format(plans), 0o644)
}

// generate reads the releases from the oldest to the newest and lets each say
// all that it knows of a kind anew.
func generate(ctx context.Context) (lifecycle.Plans, error) {
	union := lifecycle.Plans{}
	for _, release := range releases {
		dirs, err := download(ctx, release)
		if err != nil {
			return nil, err
		}
		for _, dir := range dirs {
			if err := readModule(dir, union); err != nil {
				return nil, fmt.Errorf("the modules of Kubernetes %s: %w", release, err)
			}
		}
	}
	dropLists(union)
	return union, nil
}
