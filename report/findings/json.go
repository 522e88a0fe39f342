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

// ReadJSON reads a report that JSON wrote.
func ReadJSON(in io.Reader) (*Report, error) {
	r := &Report{}
	return r, Reading{What: "kubedelta scan", Needs: "target, account, summary or findings", Kinds: []string{KindScan, KindPreflight}}.Read(in, r, r)
}

// Reading is how the reports of a command are read that have findings.
type Reading struct {
	// What is the command, Needs what its reports cannot be without, Kinds are theirs.
	What, Needs string
	Kinds       []string
	// Whole tells whether what the command adds to findings is there; nil: it adds nothing.
	Whole func() bool
}

// Read reads a report with its findings. What a file says that this version does not know is
// an error: a finding of a severity that nobody knows would be in no table, and cross no limit.
func (x Reading) Read(in io.Reader, whole envelope.Report, r *Report) error {
	if err := envelope.Read(in, x.What, whole, x.Kinds...); err != nil {
		return err
	}
	if r.Target.Name == "" || r.Summary.BySeverity == nil || r.Findings == nil || r.Account.Unreadable == nil || x.Whole != nil && !x.Whole() {
		return fmt.Errorf("not a complete report of %s: %s are missing", x.What, x.Needs)
	}
	if err := r.Gate.Check(); err != nil {
		return err
	}
	for _, list := range [][]finding.Finding{r.Findings, r.Known} {
		for f := range slice.Each(list) {
			if !slices.Contains(rule.FindingSeverities(), f.Severity) {
				return fmt.Errorf("this version of kubedelta cannot read the report: unknown severity %q", f.Severity)
			}
		}
	}
	r.Arrange()
	return nil
}
