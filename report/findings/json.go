package findings

import (
	"fmt"
	"io"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// ReadJSON reads a report that JSON wrote.
func ReadJSON(in io.Reader) (*Report, error) {
	r := &Report{}
	if err := envelope.Read(in, "kubedelta scan", r, KindScan, KindPreflight); err != nil {
		return nil, err
	}
	if r.Target.Name == "" || r.Summary.BySeverity == nil || r.Findings == nil || r.Account.Unreadable == nil {
		return nil, fmt.Errorf("not a complete report of kubedelta scan: target, account, summary or findings are missing")
	}
	if err := r.Check(); err != nil {
		return nil, err
	}
	r.Arrange()
	return r, nil
}

// Check tells of a gate or a severity that this version does not know.
func (r *Report) Check() error {
	if err := r.Gate.Check(); err != nil {
		return err
	}
	if s, ok := r.strangeSeverity(); ok {
		return fmt.Errorf("this version of kubedelta cannot read the report: unknown severity %q", s)
	}
	return nil
}

// strangeSeverity finds a severity that nothing could be said of: a finding that
// had it would be in no table, and cross no limit.
func (r *Report) strangeSeverity() (rule.Severity, bool) {
	for _, list := range [][]finding.Finding{r.Findings, r.Known} {
		for i := range list {
			if s := list[i].Severity; !slices.Contains(rule.FindingSeverities(), s) {
				return s, true
			}
		}
	}
	return "", false
}
