// Package reports reads the JSON report of any command. It writes none.
package reports

import (
	"bytes"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/option"
	"github.com/kubedelta/kubedelta/cmd/internal/cli/ruleset"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/preflight"
	rehearsereport "github.com/kubedelta/kubedelta/report/rehearse"
	usagereport "github.com/kubedelta/kubedelta/report/usage"
)

// Report is a report of any command.
type Report struct {
	option.Report
	// Rules are the pages of the command's rules.
	Rules []format.Rule
	// Gates are what fails the run: one, or one a cluster.
	Gates []**envelope.Gate
}

// Read reads a report of any kind, which says itself which one it is.
func Read(text []byte) (*Report, error) {
	// What is no JSON at all is told by who reads it as a whole.
	_, kind := envelope.KindOf(text)
	switch kind {
	case findings.KindScan:
		r, err := findings.ReadJSON(bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		return &Report{r, ruleset.PagesOfScan(r), []**envelope.Gate{&r.Gate}}, nil
	case usagereport.Kind:
		r, err := usagereport.ReadJSON(bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		return &Report{r, ruleset.UsagePages(), []**envelope.Gate{&r.Gate}}, nil
	case rehearsereport.Kind:
		r, err := rehearsereport.ReadJSON(bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		return &Report{r, ruleset.RehearsePages(), []**envelope.Gate{&r.Gate}}, nil
	case preflight.Kind, preflight.KindFleet:
		r, fleet, err := preflight.ReadJSON(bytes.NewReader(text))
		switch {
		case err != nil:
			return nil, err
		case fleet == nil:
			return &Report{r, ruleset.PreflightPages(), []**envelope.Gate{&r.Gate}}, nil
		}
		gates := []**envelope.Gate{&fleet.Gate}
		for _, one := range fleet.Clusters {
			gates = append(gates, &one.Gate)
		}
		return &Report{fleet, ruleset.PreflightPages(), gates}, nil
	case report.KindMatrix:
		m, err := report.ReadLifecycleMatrix(text)
		if err != nil {
			return nil, err
		}
		return &Report{matrixReport{m}, nil, nil}, nil
	default:
		r, err := report.ReadJSON(bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		return &Report{r, ruleset.PagesOf(rule.Registry(), "rules.md"), []**envelope.Gate{&r.Gate}}, nil
	}
}

// matrixReport is a matrix as a report: it finds nothing.
type matrixReport struct{ *report.LifecycleMatrix }

// Ends implements option.Report.
func (matrixReport) Ends() (code int, why string) { return envelope.CodePass, "" }
