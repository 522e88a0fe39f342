// Package reports reads the JSON report of any command. It writes none.
package reports

import (
	"bytes"
	"io"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/ruleset"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/preflight"
	rehearsereport "github.com/kubedelta/kubedelta/report/rehearse"
	usagereport "github.com/kubedelta/kubedelta/report/usage"
)

// Report is a report of any command.
type Report struct {
	option.Report
	// Command is the command that wrote it.
	Command string
	// Limits are the values that --fail-on of the command accepts; nil if it does not have the flag.
	Limits []rule.Severity
	// Rules describe the rules of the command, with the addresses of their pages.
	Rules []rule.Rule
	// Gates are the gates of the report: one, one for each cluster, or none.
	Gates []**envelope.Gate
}

// OfScan wraps a report of scan.
func OfScan(r *findings.Report) *Report {
	return &Report{r, "scan", envelope.FindingLimits(), ruleset.PagesOfScan(r), []**envelope.Gate{&r.Gate}}
}

// OfUsage wraps a report of usage.
func OfUsage(r *usagereport.Report) *Report {
	return &Report{r, "usage", envelope.FindingLimits(), ruleset.UsagePages(), []**envelope.Gate{&r.Gate}}
}

// OfPreflight wraps a report of one or several clusters.
func OfPreflight(r option.Report, gates ...**envelope.Gate) *Report {
	return &Report{r, "preflight", envelope.ReadyLimits(), ruleset.PreflightPages(), gates}
}

// Read reads a report of any kind. The field kind of the JSON names it.
func Read(text []byte) (*Report, error) {
	// The last reader reports what is wrong with text that is not JSON.
	_, kind := envelope.KindOf(text)
	switch kind {
	case findings.KindScan:
		return read(text, findings.ReadJSON, OfScan)
	case usagereport.Kind:
		return read(text, usagereport.ReadJSON, OfUsage)
	case rehearsereport.Kind:
		return read(text, rehearsereport.ReadJSON, func(r *rehearsereport.Report) *Report {
			return &Report{r, "rehearse", envelope.FindingLimits(), ruleset.RehearsePages(), []**envelope.Gate{&r.Gate}}
		})
	case preflight.Kind, preflight.KindFleet:
		r, fleet, err := preflight.ReadJSON(bytes.NewReader(text))
		switch {
		case err != nil:
			return nil, err
		case fleet == nil:
			return OfPreflight(r, &r.Gate), nil
		}
		gates := []**envelope.Gate{&fleet.Gate}
		for _, one := range fleet.Clusters {
			gates = append(gates, &one.Gate)
		}
		return OfPreflight(fleet, gates...), nil
	case report.KindMatrix:
		m, err := report.ReadLifecycleMatrix(text)
		return &Report{Report: matrixReport{m}, Command: "matrix"}, err
	default:
		return read(text, report.ReadJSON, func(r *report.Report) *Report {
			out := &Report{r, "diff", envelope.ChangeLimits(), ruleset.PagesOf(rule.Registry(), "rules.md"), []**envelope.Gate{&r.Gate}}
			if r.Subject == report.SubjectNotes {
				out.Command, out.Limits = "changelog", nil
			}
			return out
		})
	}
}

func read[R any](text []byte, parse func(io.Reader) (*R, error), wrap func(*R) *Report) (*Report, error) {
	r, err := parse(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return wrap(r), nil
}

type matrixReport struct{ *report.LifecycleMatrix }

// Ends implements option.Report.
func (matrixReport) Ends() (code int, why string) { return envelope.CodePass, "" }
