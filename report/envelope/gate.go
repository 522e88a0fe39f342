package envelope

import (
	"fmt"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
)

// The exit codes that a report can lead to, the same in every format.
const (
	CodePass = 0
	// CodeError: the one cluster, or every cluster of several, could not be reached.
	CodeError      = 1
	CodeFindings   = 3 // a finding is at or above the limit
	CodeIncomplete = 4 // something could not be read, and no finding crosses
)

// Limits beside the severities.
const (
	// Never is the limit that no finding crosses.
	Never rule.Severity = "never"
	// NotReady is the limit that what makes a cluster not ready crosses: blockers, and
	// steps of the plan that must be done.
	NotReady rule.Severity = "not-ready"
)

// Gate is what fails the run that made a report.
type Gate struct {
	// FailOn is the severity from which on a finding fails it, or Never, or NotReady.
	FailOn rule.Severity `json:"failOn"`
	// AllowIncomplete: what could not be read does not fail it.
	AllowIncomplete bool `json:"allowIncomplete"`
	// Given: somebody asked for it, by a flag, a variable or the configuration. It is
	// the default of the command else, and `render` does not fail for it.
	Given bool `json:"given"`
}

// Check tells of a limit that this version does not know: nothing would cross it, and the
// report would pass.
func (g *Gate) Check() error {
	if g == nil || g.FailOn == "" || slices.Contains(append(rule.FindingSeverities(), Never, NotReady), g.FailOn) {
		return nil
	}
	return fmt.Errorf("this version of kubedelta cannot read the report: unknown severity %q in its gate", g.FailOn)
}

// Limit is the severity from which on findings fail the run; that of the command where
// the report does not tell.
func (g *Gate) Limit(otherwise rule.Severity) rule.Severity {
	if g == nil || g.FailOn == "" {
		return otherwise
	}
	return g.FailOn
}

// Crosses tells whether a finding fails the run. What is no severity, such as Never,
// is a limit that nothing crosses.
func Crosses(s, limit rule.Severity) bool {
	return slices.Contains(rule.FindingSeverities(), limit) && s.AtLeast(limit)
}
