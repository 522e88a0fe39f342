// Command catalog makes the tables that are built into kubedelta. `task catalog` runs
// its steps in order. CONTRIBUTING.md describes the other steps for a new minor.
//
//	go run ./cmd/catalog [-data FOLDER] [-recorded FOLDER] [-date DAY] [-key FILE] STEP
//
// The same inputs give the same bytes. A step reads the embedded tables of earlier steps, so that
// each step must run separately. The command is not part of the product, and no package of the
// product imports it.
package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/cmd/catalog/configurations"
	"github.com/kubedelta/kubedelta/cmd/catalog/coredns"
	"github.com/kubedelta/kubedelta/cmd/catalog/dataset"
	"github.com/kubedelta/kubedelta/cmd/catalog/facts"
	"github.com/kubedelta/kubedelta/cmd/catalog/gates"
	"github.com/kubedelta/kubedelta/cmd/catalog/history"
	"github.com/kubedelta/kubedelta/cmd/catalog/keps"
	"github.com/kubedelta/kubedelta/cmd/catalog/lifecycle"
	"github.com/kubedelta/kubedelta/cmd/catalog/metrics"
	"github.com/kubedelta/kubedelta/cmd/catalog/notes"
	"github.com/kubedelta/kubedelta/cmd/catalog/projects"
	"github.com/kubedelta/kubedelta/cmd/catalog/registered"
	"github.com/kubedelta/kubedelta/cmd/catalog/schedule"
	"github.com/kubedelta/kubedelta/cmd/catalog/step"
	"github.com/kubedelta/kubedelta/cmd/catalog/surfaces"
)

// made is a step and the folder of its output.
type made struct {
	make step.Make
	to   string
}

func steps() map[string]made {
	return map[string]made{
		"coredns":        {coredns.Make, "preflight/check"},
		"configurations": {configurations.Make, "discovery/componentconfig"},
		"gates":          {gates.Make, "discovery/gate"},
		"registered":     {registered.Make, "discovery/registered"},
		"lifecycle":      {lifecycle.Make, "cmd/catalog/plans"},
		"surfaces":       {surfaces.Make, "discovery/source/catalog/data"},
		"facts":          {facts.Make, "changelog/fact"},
		"notes":          {notes.Make, "changelog/catalog/data"},
		"texts":          {notes.MakeTexts, "changelog/catalog/texts"},
		"history":        {history.Make, "history/data"},
		"keps":           {keps.Make, "history/data"},
		"metrics":        {metrics.Make, "history/declared"},
		"projects":       {projects.Make, "discovery/source/project/data"},
		"schedule":       {schedule.Make, "preflight/schedule"},
		"version":        {dataset.Version, "discovery/dataset"},
		"key":            {dataset.Key, "dist/data"},
		"dataset":        {dataset.Make, "dist/data"},
	}
}

func main() {
	var from step.Folders
	checkout := flag.String("C", ".", "folder of the checkout")
	flag.StringVar(&from.Published, "data", "../shared/kubernetes", "folder of the published data, from the checkout")
	flag.StringVar(&from.Recorded, "recorded", "", "folder of what the lab recorded")
	flag.StringVar(&from.Key, "key", "", "file of the private key that signs a data set")
	flag.StringVar(&from.Date, "date", "", "day of a new version of the data set, as in 2026-11-23")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := os.Chdir(*checkout)
	if err == nil {
		err = run(ctx, flag.Args(), from)
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "catalog:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, from step.Folders) error {
	all := steps()
	if len(args) != 1 || all[args[0]].make == nil {
		return fmt.Errorf("name one step: %s", strings.Join(slices.Sorted(maps.Keys(all)), ", "))
	}
	s := all[args[0]]
	files, err := s.make(ctx, from)
	if err != nil {
		return err
	}
	total, err := step.Write(s.to, files)
	if err == nil {
		fmt.Printf("%s: %d files, %d bytes\n", s.to, len(files), total)
	}
	return err
}
