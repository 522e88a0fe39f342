// Package rehearse is the command rehearse. scanning reads the objects and rehearsal sends them.
package rehearse

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/buildinfo"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/rehearsal"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/ruleset"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/scanning"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	report "github.com/kubedelta/kubedelta/report/rehearse"
)

type options struct {
	scanning.Options
	server rehearsal.Options
	output option.Output
	gate   option.Gate
}

// New makes the command rehearse.
func New(streams terminal.Streams) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:  "rehearse PATH... | context:NAME --on TARGET",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return run(cmd.Context(), o, args, streams) },
	}
	flags := cmd.Flags()
	o.Bind(flags)
	o.server.Bind(flags)
	o.Filter.Bind(flags)
	o.gate.Bind(flags, rule.Breaking, envelope.FindingLimits())
	o.output.Bind(flags, (&report.Report{}).Writers().Names()...)
	o.Sources.Bind(flags)
	return cmd
}

func (o *options) check(paths []string, streams terminal.Streams) error {
	if len(paths) == 0 {
		return terminal.Usagef("rehearse needs files or folders, - for standard input, or context:NAME; see kubedelta rehearse --help")
	}
	if err := o.output.Check(streams.Out); err != nil {
		return err
	}
	if err := errors.Join(o.gate.Check(), o.Options.Check(), o.server.Check()); err != nil {
		return err
	}
	if err := scanning.Existing(o.server.CRDs); err != nil {
		return fmt.Errorf("--crds: %w", err)
	}
	return scanning.Existing(paths)
}

func run(ctx context.Context, o *options, paths []string, streams terminal.Streams) error {
	if err := o.check(paths, streams); err != nil {
		return err
	}
	given, err := option.ReadDecisions(&o.Decisions, report.ReadJSON, func(r *report.Report) *findings.Report { return &r.Report })
	if err != nil {
		return err
	}
	s := o.Sources.NewSession(streams)
	o.To = append([]string{o.server.On}, o.server.CRDs...)
	if err := o.Sources.Cluster.CheckContext("", append(paths, o.server.On)...); err != nil {
		return err
	}
	run := rehearsal.New(o.server, s)
	defer run.Close()
	targets, err := run.Open(ctx, &o.Options, paths)
	if err != nil {
		return err
	}
	reading := scanning.Run{Options: &o.Options, Session: s, Paths: paths, Stdin: streams.In, Each: run.Take}
	read, err := reading.All(ctx, targets)
	if err != nil {
		return err
	}
	if err := run.Ask(ctx); err != nil {
		return err
	}
	refused := run.Counts.Findings()
	reading.Anchor(refused)
	r := report.New(buildinfo.Tool(), run.Side(targets), read.Account, run.Counts, refused, run.Server)
	r.Gate, r.Data, r.WorkTree = o.gate.ForReport(), s.Data(), reading.WorkTree
	r.Warnings = read.Warnings
	if err := given.Apply(&r.Report, reading.Coverage(read.Read, ruleset.OfRehearse), streams.Configuration, s.Warn); err != nil {
		return err
	}
	o.Filter.Narrow(&r.Report)
	r.Encode()
	r.Settle()
	return o.output.Finish(streams, r, ruleset.RehearsePages())
}
