package cli

import (
	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/format"
)

type renderOptions struct {
	output outputOptions
	gate   gateOptions
}

func newRender(streams Streams) *cobra.Command {
	o := &renderOptions{}
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
		RunE: func(_ *cobra.Command, args []string) error { return runRender(o, args, streams) },
	}
	o.gate.bind(cmd.Flags(), "", rule.FindingSeverities(), envelope.NotReady)
	o.output.bind(cmd.Flags(), allFormats()...)
	o.output.bindTemplate(cmd.Flags())
	return cmd
}

// allFormats are the formats of all kinds of reports.
func allFormats() []string {
	return slice.Map(format.Table(), func(f format.Format) string { return f.Name })
}

func runRender(o *renderOptions, args []string, streams Streams) error {
	if len(args) == 0 {
		return usagef("render needs files or folders of reports, REPORT.json; see kubedelta render --help")
	}
	if err := o.output.readTemplate(); err != nil {
		return err
	}
	if o.gate.failOn != "" {
		if err := o.gate.check(); err != nil {
			return err
		}
	}
	inputs, joined, err := inputsOf(args, streams.In)
	if err != nil {
		return err
	}
	var r *renderable
	var given bool
	if joined {
		r, given, err = o.join(inputs)
	} else if r, err = inputs[0].read(); err == nil {
		given = o.gate.over(r.gates)
	}
	if err != nil {
		return err
	}
	if _, plan := r.Writers()[format.Prometheus]; o.gate.failOn == string(envelope.NotReady) && !plan {
		return usagef("--fail-on not-ready works only with reports of preflight")
	}
	if err := o.output.writeReport(streams, r.Writers(), r.rules); err != nil || !given {
		return err
	}
	return ended(r.Ends())
}
