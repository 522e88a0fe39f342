// Package scan is the command scan, and rewrites files for --fix. The files are read by
// scanning, and checked in the package scan of the product.
package scan

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/heap"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/ruleset"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/scanning"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan"
)

type options struct {
	scanning.Options
	output       option.Output
	gate         option.Gate
	changedSince string
	fix, dryRun  bool
	backup       bool
	// rehearse is the target of --rehearse; "" without it.
	rehearse string
}

// New makes the command scan.
func New(streams terminal.Streams) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:  "scan PATH... | context:NAME",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return run(cmd.Context(), o, args, streams) },
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&o.To, "to", nil, "the `target` to check against: a source (repeatable; default: the target of --rehearse, or the newest release)")
	flags.StringVar(&o.From, "from", "", "the `source` that you upgrade from; report only changes between it and the target")
	o.Bind(flags)
	flags.StringVar(&o.changedSince, "changed-since", "", "read only what changed since the merge base with this git `revision`")
	flags.BoolVar(&o.Strict, "strict", false, "also report fields that are not in the target's schemas")
	flags.BoolVar(&o.Validate, "validate", false, "validate each object against the target's schemas")
	flags.StringVar(&o.rehearse, "rehearse", "", "also send each object to an API server of this `target` as a dry run, as kubedelta rehearse does: 1.36 or context:NAME")
	flags.BoolVar(&o.Stats, "stats", false, "list each file with its result: checked, without objects, skipped and why, or unread")
	option.AddOldName(flags, "ignore-file", "", "waivers")
	flags.BoolVar(&o.fix, "fix", false, "apply the safe fixes to the files, and list the other findings with the reason")
	flags.BoolVar(&o.dryRun, "dry-run", false, "with --fix, print a patch instead of changing files")
	flags.BoolVar(&o.backup, "backup", false, "with --fix, keep a copy of each changed file with the suffix .orig")
	o.Filter.Bind(flags)
	o.gate.Bind(flags, rule.Breaking, envelope.FindingLimits())
	o.output.Bind(flags, (&findings.Report{}).Writers().Names()...)
	o.Sources.Bind(flags)
	o.Sources.Cluster.BindContext(flags, "", "; without --to, its cluster is the target")
	return cmd
}

func run(ctx context.Context, o *options, paths []string, streams terminal.Streams) error {
	if err := o.check(paths, streams); err != nil {
		return err
	}
	given, err := option.ReadDecisions(&o.Decisions, findings.ReadJSON, func(r *findings.Report) *findings.Report { return r })
	if err != nil {
		return err
	}
	changes, since, warnings, err := o.changes(ctx, paths, append(o.Decisions.Paths(), streams.Configuration.Files...))
	if err != nil {
		return err
	}
	heap.Larger()
	s := o.Sources.NewSession(streams)
	targets, server, err := o.targets(ctx, s, paths)
	if server != nil {
		defer server.Close()
	}
	if err != nil {
		return err
	}
	if o.fix && len(targets.Targets) > 1 {
		return terminal.Usagef("--fix needs one target, not %s; specify one of them, and folders of definitions", targets.Name())
	}
	run := scanning.Run{Options: &o.Options, Session: s, Paths: paths, Stdin: streams.In, Changes: changes, Warnings: warnings}
	var result scan.Result
	if server != nil {
		result, err = o.rehearsed(ctx, &run, targets, server)
	} else {
		result, err = run.All(ctx, targets)
	}
	if err != nil {
		return err
	}
	r := findings.New(findings.KindScan, buildinfo.Tool(), envelope.SideOf(targets.Targets[0]), result.Account, result.Findings)
	targets.Describe(r)
	if r.ChangedSince = since; since != nil {
		since.LeftOut = r.Account.Skipped[changes.Reason]
	}
	r.Gate, r.Data, r.WorkTree = o.gate.ForReport(), s.Data(), run.WorkTree
	r.Waived, r.Warnings = result.Waived, slices.Concat(r.Warnings, result.Warnings, run.Warnings)
	if err := given.Apply(r, run.Coverage(result.Read, o.ofScanOrServer), streams.Configuration, s.Warn); err != nil {
		return err
	}
	o.Filter.Narrow(r)
	if o.fix {
		f := fixOptions{dryRun: o.dryRun, backup: o.backup, diffs: streams.Out, paths: paths, chosen: o.Filter.Chosen(r), kustomizations: result.Kustomizations}
		if o.output.ToStdout() {
			f.diffs = streams.Err
		}
		if !o.dryRun {
			run.RemoveLeft()
		}
		if err := fixFiles(ctx, r, run.Checker, f); err != nil {
			return err
		}
	}
	r.Encode()
	if o.dryRun && len(o.output.Formats) == 0 {
		// Stdout has the patch, so that it can be piped into patch.
		streams.Out = streams.Err
		o.output.Formats = []string{"text"}
	}
	return o.output.Finish(streams, r, ruleset.PagesOfScan(r))
}

func (o *options) check(paths []string, streams terminal.Streams) error {
	if len(paths) == 0 {
		return terminal.Usagef("scan needs files or folders, or - for standard input; see kubedelta scan --help")
	}
	if err := o.output.Check(streams.Out); err != nil {
		return err
	}
	if clusters, _ := scanning.Parted(paths); o.fix && len(clusters) > 0 {
		return terminal.Usagef("--fix changes files, but %s is a cluster", clusters[0])
	}
	if o.rehearse != "" && len(o.To) > 1 {
		return terminal.Usagef("--rehearse needs one target, but --to is set %d times", len(o.To))
	}
	if !o.fix && (o.dryRun || o.backup) {
		return terminal.Usagef("--dry-run and --backup can only be used with --fix")
	}
	if err := errors.Join(o.gate.Check(), o.Options.Check()); err != nil {
		return err
	}
	return scanning.Existing(paths)
}

// ofScanOrServer reports whether it is a rule of scan or, with --rehearse, of rehearse.
func (o *options) ofScanOrServer(id string) bool {
	return ruleset.OfScan(id) || o.rehearse != "" && ruleset.OfRehearse(id)
}
