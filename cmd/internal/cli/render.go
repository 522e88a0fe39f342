package cli

import (
	"bytes"

	"github.com/spf13/cobra"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/preflight"
	rehearsereport "github.com/kubedelta/kubedelta/report/rehearse"
	usagereport "github.com/kubedelta/kubedelta/report/usage"
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

// renderable is a report of any command.
type renderable struct {
	anyReport
	// rules are the pages of the command's rules.
	rules []format.Rule
	// gates are what fails the run: one, or one a cluster.
	gates []**envelope.Gate
}

// readReport reads a report of any kind, which says itself which one it is.
func readReport(text []byte) (*renderable, error) {
	// What is no JSON at all is told by who reads it as a whole.
	_, kind := envelope.KindOf(text)
	switch kind {
	case findings.KindScan:
		r, err := findings.ReadJSON(bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		return &renderable{r, pagesOfScan(r), []**envelope.Gate{&r.Gate}}, nil
	case usagereport.Kind:
		r, err := usagereport.ReadJSON(bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		return &renderable{r, usagePages(), []**envelope.Gate{&r.Gate}}, nil
	case rehearsereport.Kind:
		r, err := rehearsereport.ReadJSON(bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		return &renderable{r, rehearsePages(), []**envelope.Gate{&r.Gate}}, nil
	case preflight.Kind, preflight.KindFleet:
		r, fleet, err := preflight.ReadJSON(bytes.NewReader(text))
		switch {
		case err != nil:
			return nil, err
		case fleet == nil:
			return &renderable{r, preflightPages(), []**envelope.Gate{&r.Gate}}, nil
		}
		gates := []**envelope.Gate{&fleet.Gate}
		for _, one := range fleet.Clusters {
			gates = append(gates, &one.Gate)
		}
		return &renderable{fleet, preflightPages(), gates}, nil
	case report.KindMatrix:
		m, err := report.ReadLifeMatrix(text)
		if err != nil {
			return nil, err
		}
		return &renderable{matrixReport{m}, nil, nil}, nil
	default:
		r, err := report.ReadJSON(bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		return &renderable{r, pagesOf(rule.Registry(), "rules.md"), []**envelope.Gate{&r.Gate}}, nil
	}
}

// matrixReport is a matrix as a report: it finds nothing.
type matrixReport struct{ *report.LifeMatrix }

// Ends implements anyReport.
func (matrixReport) Ends() (code int, why string) { return envelope.CodePass, "" }

// over puts the flags that were given over the gates of a report, and tells whether
// anybody asked for a gate.
func (g *gateOptions) over(gates []**envelope.Gate) (given bool) {
	for _, at := range gates {
		if g.given() {
			one := envelope.Gate{Given: true}
			if *at != nil {
				one = **at
			}
			if g.flags.Changed("fail-on") {
				one.FailOn = rule.Severity(g.failOn)
			}
			if g.flags.Changed("allow-incomplete") {
				one.AllowIncomplete = g.allowIncomplete
			}
			one.Given = true
			*at = &one
		}
		given = given || *at != nil && (*at).Given
	}
	return given
}
