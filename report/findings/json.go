package findings

import (
	"fmt"
	"io"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// ReadJSON reads a report in JSON.
func ReadJSON(in io.Reader) (*Report, error) {
	r := &Report{}
	return r, Reading{What: "kubedelta scan", Needs: "target, account, summary or findings", Kinds: []string{KindScan, KindPreflight}}.Read(in, r, r)
}

// Reading describes how to read the reports of a command.
type Reading struct {
	// What is the command, Needs are the required members for errors, and Kinds are the kinds of
	// its reports.
	What, Needs string
	Kinds       []string
	// Whole reports whether the members of the command itself are present; nil if there are none.
	Whole func() bool
}

// Read reads a report, whole, which contains r with its findings. Unknown severities are an error, because such findings
// would be in no table and would not fail the run.
func (x Reading) Read(in io.Reader, whole any, r *Report) error {
	if err := envelope.Read(in, x.What, whole, &r.Envelope, x.Kinds...); err != nil {
		return err
	}
	if r.Target.Name == "" || r.Summary.BySeverity == nil || r.Findings == nil || r.Account.Unreadable == nil || x.Whole != nil && !x.Whole() {
		return fmt.Errorf("not a complete report of %s: %s are missing", x.What, x.Needs)
	}
	if err := r.Gate.Check(envelope.FindingLimits()); err != nil {
		return err
	}
	for _, list := range [][]finding.Finding{r.Findings, r.Known} {
		for f := range slice.Each(list) {
			if !slices.Contains(rule.FindingSeverities(), f.Severity) {
				return fmt.Errorf("this version of kubedelta cannot read the report: unknown severity %q", f.Severity)
			}
		}
	}
	summary := r.Summary.BySeverity
	r.Arrange()
	return envelope.CheckCounts(summary, r.Summary.BySeverity)
}
