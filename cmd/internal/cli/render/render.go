// Package render is the command render. It writes reports in other formats, and joins them. It
// compares and checks nothing.
package render

import (
	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/reports"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/format"
)

type options struct {
	output option.Output
	gate   option.Gate
}

// New makes the command render.
func New(streams terminal.Streams) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:  "render REPORT.json|FOLDER...",
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error { return run(o, args, streams) },
	}
	o.gate.Bind(cmd.Flags(), "", append(rule.FindingSeverities(), envelope.NotReady, envelope.Never))
	o.output.Bind(cmd.Flags(), slice.Map(format.Table(), func(f format.Format) string { return f.Name })...)
	return cmd
}

func run(o *options, args []string, streams terminal.Streams) error {
	if len(args) == 0 {
		return terminal.Usagef("render needs files or folders of reports, REPORT.json; see kubedelta render --help")
	}
	if err := o.output.ReadTemplate(); err != nil {
		return err
	}
	inputs, joined, err := inputsOf(args, streams.In)
	if err != nil {
		return err
	}
	var r *reports.Report
	var given bool
	if joined {
		r, given, err = o.join(inputs)
	} else {
		r, given, err = inputs[0].read(&o.gate)
	}
	if err != nil {
		return err
	}
	if err := o.output.Write(streams, r.Writers(), r.Rules); err != nil || !given {
		return err
	}
	return option.Ended(r.Ends())
}
