package cli

import (
	"bytes"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/preflight"
	rehearsereport "github.com/kubedelta/kubedelta/report/rehearse"
	usagereport "github.com/kubedelta/kubedelta/report/usage"
)

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
