package preflight

import (
	"fmt"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/findings"
)

// Options is what renderers know beyond the report.
type Options struct {
	// Rules are the pages of the checks, for the formats that carry their help.
	Rules []findings.Rule
	// Colour paints text for a terminal.
	Colour bool
	// Width is that of the terminal; 0 for 80 columns.
	Width int
	// FailOn is the severity from which on a finding fails the run, as for Code.
	FailOn rule.Severity
	// Limit bounds the bytes of markdown, 0 for none; see package budget. Whole tells
	// where all of a bounded report is, "" for budget.WholeInJSON.
	Limit int
	Whole string
}

// Formats are the formats that Render knows.
func Formats() []string {
	return []string{"text", "markdown", "html", "json", "sarif", "junit", "github", "csv", "prometheus"}
}

// Render writes the report of one cluster in a format.
func Render(w io.Writer, format string, r *Report, o Options) error {
	if format == "json" {
		return JSON(w, r)
	}
	return render(w, format, &view{tool: r.Tool, reports: []*Report{r}}, o)
}

// RenderFleet writes the report of several clusters in a format.
func RenderFleet(w io.Writer, format string, f *Fleet, o Options) error {
	if format == "json" {
		return FleetJSON(w, f)
	}
	return render(w, format, &view{tool: f.Tool, reports: f.Clusters, fleet: f}, o)
}

// view is what renderers show: one report, or those of a fleet.
type view struct {
	tool    findings.Tool
	reports []*Report
	fleet   *Fleet
}

func render(w io.Writer, format string, v *view, o Options) error {
	switch format {
	case "text":
		return text(w, v, o)
	case "markdown":
		return markdown(w, v, o)
	case "html":
		return html(w, v, o)
	case "prometheus":
		return prometheus(w, v)
	case "sarif":
		return findings.SARIF(w, asFindings(v, o, ""), o.shared())
	case "junit":
		return findings.JUnit(w, asFindings(v, o, format), o.shared())
	case "github":
		return findings.GitHub(w, asFindings(v, o, ""), o.shared())
	case "csv":
		return findings.CSV(w, asFindings(v, o, format))
	}
	return fmt.Errorf("there is no format %q; there are %s", format, strings.Join(Formats(), ", "))
}

// shared are the options as the renderers of findings take them.
func (o Options) shared() findings.Options {
	failOn := o.FailOn
	if failOn == "" {
		failOn = rule.Risky // what makes a required check fail; see asFindings
	}
	return findings.Options{Rules: o.Rules, Colour: o.Colour, Width: o.Width, FailOn: failOn, Limit: o.Limit, Whole: o.Whole}
}
