package findings

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
)

// The exit codes that a report can lead to, the same in every format.
const (
	CodePass       = 0
	CodeFindings   = 3 // a finding is at or above the limit
	CodeIncomplete = 4 // something could not be read, and no finding crosses
)

// Never is the limit that no finding crosses.
const Never rule.Severity = "never"

// Verdict is the exit code of a report. What is waived, known in the baseline or
// fixed is not among r.Findings, so it does not count. Findings go before what
// could not be read: they are certain.
func Verdict(r *Report, failOn rule.Severity, allowIncomplete bool) int {
	switch {
	case Crossing(r, failOn) > 0:
		return CodeFindings
	case !r.Complete() && !allowIncomplete:
		return CodeIncomplete
	default:
		return CodePass
	}
}

// Crossing counts the findings at or above a limit.
func Crossing(r *Report, failOn rule.Severity) (n int) {
	for i := range r.Findings {
		if crosses(r.Findings[i].Severity, failOn) {
			n++
		}
	}
	return n
}

// crosses tells whether a finding fails the run. No limit means breaking; Never,
// and what is no severity at all, is a limit that nothing crosses.
func crosses(s, limit rule.Severity) bool {
	if limit == "" {
		limit = rule.Breaking
	}
	return slices.Contains(rule.FindingSeverities(), limit) && s.AtLeast(limit)
}
