package cli

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
)

type scanCommandOptions struct {
	scanOptions
	output       outputOptions
	gate         gateOptions
	changedSince string
	fix, dryRun  bool
	backup       bool
	// rehearse is a server that is asked about the objects, too; "" for none.
	rehearse string
}

func newScan(streams Streams) *cobra.Command {
	o := &scanCommandOptions{}
	cmd := &cobra.Command{
		Use:   "scan PATH... | context:NAME",
		Short: "Find removed and deprecated APIs in manifests, charts and kustomizations",
		Long: `Scan manifests for API versions, kinds, fields, references, labels and
annotations that the target release removes or deprecates. Each finding has the
file, the line and the replacement. To read standard input, use - as the path.

Folders are scanned recursively for .yaml, .yml and .json files, except for
files that git ignores. context:NAME scans the objects of a cluster, by the
version at which they were last written. Anything that could not be read is
listed, and the exit code is 4. Objects that cannot be checked because the
target has no data about their kind, such as custom resources, are counted.

Helm charts (folders with a Chart.yaml, and .tgz archives) are rendered for the
target with their values. Kustomizations that no other kustomization includes
are built.

The target (--to) is a release, a cluster (context:NAME), a folder of CRD
manifests or a project's release (cert-manager:1.19), or several of these
together; see kubedelta --help. With --from, only changes between the two are
reported.`,
		Example: `  kubedelta scan ./manifests --to 1.33
  kubedelta scan ./manifests --from 1.29 --to 1.33 -o sarif=kubedelta.sarif
  kubedelta scan . --to 1.33 --to ./crds --changed-since origin/main
  kubedelta scan context:prod --to 1.33
  helm template ./chart | kubedelta scan - --to 1.33
  kubedelta scan ./manifests --to 1.25 --fix --dry-run`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return runScan(cmd.Context(), o, args, streams) },
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&o.to, "to", nil, "the `target` to check against, a source (repeatable; default: the newest release)")
	flags.StringVar(&o.from, "from", "", "the `source` that you upgrade from; report only changes between it and the target")
	o.bindReading(flags)
	flags.StringVar(&o.changedSince, "changed-since", "", "read only what changed since the merge base with this git `revision`")
	flags.BoolVar(&o.strict, "strict", false, "also report fields that are not in the target's schemas")
	flags.BoolVar(&o.validate, "validate", false, "validate each object against the target's schemas")
	flags.StringVar(&o.rehearse, "rehearse", "", "also send each object to an API server of this `target` as a dry run, as kubedelta rehearse does: 1.36 or context:NAME")
	flags.BoolVar(&o.stats, "stats", false, "list each file with its result: checked, without objects, skipped and why, or unread")
	renamed(flags, "ignore-file", "", "waivers")
	flags.BoolVar(&o.fix, "fix", false, "apply the safe fixes to the files, and list the other findings with the reason")
	flags.BoolVar(&o.dryRun, "dry-run", false, "with --fix, print a patch instead of changing files")
	flags.BoolVar(&o.backup, "backup", false, "with --fix, keep a copy of each changed file with the suffix .orig")
	o.filter.bind(flags)
	o.gate.bind(flags, rule.Breaking, rule.FindingSeverities())
	o.output.bind(flags, findings.Formats()...)
	o.output.bindTemplate(flags)
	o.sources.bind(flags)
	o.sources.cluster.bindContext(flags, "", "; without --to, its cluster is the target")
	return cmd
}

func runScan(ctx context.Context, o *scanCommandOptions, paths []string, streams Streams) error {
	if err := o.check(paths, streams); err != nil {
		return err
	}
	given, err := readDecisions(&o.decisions, findings.ReadJSON, func(r *findings.Report) *findings.Report { return r })
	if err != nil {
		return err
	}
	changes, since, err := o.changes(ctx, paths)
	if err != nil {
		return err
	}
	largerHeap()
	s := o.sources.session(streams)
	targets, err := o.load(ctx, s, paths)
	if err != nil {
		return err
	}
	if o.fix && len(targets.Targets) > 1 {
		return usagef("--fix needs one target, but %s are %d; specify one of them, and folders of definitions", targets.Name(), len(targets.Targets))
	}
	run := scanRun{options: &o.scanOptions, session: s, paths: paths, stdin: streams.In, changes: changes}
	result, err := o.rehearsed(ctx, &run, targets)
	if err != nil {
		return err
	}
	found, set := given.severities(result.Findings)
	r := findings.New(findings.KindScan, tool(), envelope.SideOf(targets.Targets[0]), result.Account, found)
	r.Severities = set
	targets.describe(r)
	if r.ChangedSince = since; since != nil {
		since.LeftOut = r.Account.Skipped[changes.Reason]
	}
	r.Gate, r.Data = o.gate.gate(), s.data()
	r.Waived, r.Warnings = result.Waived, slices.Concat(r.Warnings, result.Warnings, run.warnings, loosenedWarnings(streams.loosened))
	if err := given.apply(r, o.ofScanOrServer); err != nil {
		return err
	}
	o.filter.narrow(r)
	if o.fix {
		f := fixOptions{dryRun: o.dryRun, backup: o.backup, diffs: streams.Out, paths: paths, chosen: o.filter.chosen(r)}
		if len(o.output.formats) > 0 {
			f.diffs = streams.Err
		}
		if !o.dryRun {
			run.left.remove()
		}
		if err := fixFiles(ctx, r, run.judge, f); err != nil {
			return err
		}
	}
	r.Encode()
	if o.dryRun && len(o.output.formats) == 0 {
		// Standard output has the difference, to be piped into patch.
		streams.Out = streams.Err
		o.output.formats = []string{"text"}
	}
	return o.output.finish(streams, r, pagesOfScan(r))
}

// check names everything that can be wrong with the command line before the work.
func (o *scanCommandOptions) check(paths []string, streams Streams) error {
	if len(paths) == 0 {
		return usagef("scan needs files or folders, or - for standard input; see kubedelta scan --help")
	}
	if err := o.output.check(streams.Out); err != nil {
		return err
	}
	if clusters, _ := parted(paths); o.fix && len(clusters) > 0 {
		return usagef("--fix changes files, but %s is a cluster", clusters[0])
	}
	if o.rehearse != "" && len(o.to) > 1 {
		return usagef("--rehearse asks one server, but --to names %d targets", len(o.to))
	}
	if !o.fix && (o.dryRun || o.backup) {
		return usagef("--dry-run and --backup can only be used with --fix")
	}
	if err := errors.Join(o.gate.check(), o.filter.check()); err != nil {
		return err
	}
	return existing(paths)
}

// ofScanOrServer: it is a rule of scan, or of --rehearse.
func (o *scanCommandOptions) ofScanOrServer(id string) bool {
	return ofScan(id) || o.rehearse != "" && ofRehearse(id)
}
