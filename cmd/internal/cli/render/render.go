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
		Use:   "render REPORT.json|FOLDER...",
		Short: "Convert JSON reports to another format, or join them",
		Long: `Convert a JSON report (-o json) of diff, changelog, scan, rehearse, usage,
preflight or matrix to any other format of that command. To read standard input,
use - as the file.

Several reports of preflight, scan or usage are joined into one report: with a
line for each cluster, with the files of each repository below the name of its
report, or with the callers of each report under its name. For a FOLDER, all
reports in it (*.json) are read.

The exit code is that of the run that wrote the report, if that run had
--fail-on or --allow-incomplete. Use these flags here to apply another gate.`,
		Example: `  kubedelta diff 1.23 1.24 -o json=report.json
  kubedelta render report.json -o markdown`,
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error { return run(o, args, streams) },
	}
	o.gate.Bind(cmd.Flags(), "", append(rule.FindingSeverities(), envelope.NotReady, envelope.Never))
	o.output.Bind(cmd.Flags(), allFormats()...)
	o.output.BindTemplate(cmd.Flags())
	return cmd
}

// allFormats returns the formats of all kinds of reports.
func allFormats() []string {
	return slice.Map(format.Table(), func(f format.Format) string { return f.Name })
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
