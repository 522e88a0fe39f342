package envelope

import (
	"fmt"
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
)

// The exit codes of reports, which are the same for every format.
const (
	CodePass       = 0
	CodeError      = 1 // the command failed; no cluster could be reached
	CodeFindings   = 3 // a finding is at or above the limit
	CodeIncomplete = 4 // something could not be read, and no finding is at or above the limit
)

// Limits that are not severities.
const (
	// Never is a limit that no finding crosses.
	Never rule.Severity = "never"
	// NotReady is the limit for what makes a cluster not ready: blockers, and required steps of the
	// plan.
	NotReady rule.Severity = "not-ready"
)

// CheckCounts returns an error if the summary of a report does not have as many findings of each
// severity as the report: part of the report is then missing.
func CheckCounts(summary, found map[rule.Severity]int) error {
	for _, s := range slices.Sorted(maps.Keys(summary)) {
		if summary[s] != found[s] {
			return fmt.Errorf("the report is damaged: its summary has %d %s, but the report has %d: create it again", summary[s], s, found[s])
		}
	}
	return nil
}

// ChangeLimits are the values of --fail-on for reports of changes.
func ChangeLimits() []rule.Severity { return append(rule.Severities(), Never) }

// FindingLimits are those for reports of findings.
func FindingLimits() []rule.Severity { return append(rule.FindingSeverities(), Never) }

// ReadyLimits are those for reports of clusters.
func ReadyLimits() []rule.Severity { return append(rule.Severities(), NotReady, Never) }

// Gate is what fails the run that made a report.
type Gate struct {
	// FailOn is the severity from which a finding fails it, or Never, or NotReady.
	FailOn rule.Severity `json:"failOn"`
	// AllowIncomplete is set if gaps do not fail it.
	AllowIncomplete bool `json:"allowIncomplete"`
	// Given is set if a flag, a variable or the configuration sets the gate. Otherwise it is the
	// default of the command, and `render` does not apply it.
	Given bool `json:"given"`
}

// Check returns an error for a limit that is not one of the report's, because no finding would cross it.
func (g *Gate) Check(limits []rule.Severity) error {
	if g == nil || g.FailOn == "" || slices.Contains(limits, g.FailOn) {
		return nil
	}
	return fmt.Errorf("this version of kubedelta cannot read the report: unknown severity %q in its gate", g.FailOn)
}

// Limit is the severity from which findings fail the run. The default is for reports without a
// gate.
func (g *Gate) Limit(otherwise rule.Severity) rule.Severity {
	if g == nil || g.FailOn == "" {
		return otherwise
	}
	return g.FailOn
}

// Crosses reports whether a finding fails the run. No finding crosses a limit that is not a
// severity, such as Never.
func Crosses(s, limit rule.Severity) bool {
	return slices.Contains(rule.FindingSeverities(), limit) && s.AtLeast(limit)
}
