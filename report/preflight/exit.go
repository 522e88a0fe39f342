package preflight

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/report/findings"
)

// CodeError is the exit code of a run that could not do its job: the one cluster,
// or every cluster of several, could not be reached. The others are those of scan.
const CodeError = 1

// Code is the exit code of a report, the same in every format. failOn is the
// severity from which on a finding fails the run, of required checks and others
// alike; "" fails it for what makes the cluster not ready, findings.Never for
// nothing. What is waived, or known in the baseline, does not count. Findings go
// before what could not be seen: they are certain.
func Code(r *Report, failOn rule.Severity, allowIncomplete bool) int {
	switch {
	case r.Unreachable != "":
		return CodeError
	case r.Crossing(failOn) > 0:
		return findings.CodeFindings
	case r.Done:
		return findings.CodePass // what could not be seen is in nobody's way
	case (r.Verdict == Unknown || r.Summary.Unknown > 0 || r.Summary.Unread > 0) && !allowIncomplete:
		return findings.CodeIncomplete
	default:
		return findings.CodePass
	}
}

// Crossing counts the findings that fail the run.
func (r *Report) Crossing(failOn rule.Severity) (n int) {
	known := r.known()
	for i := range r.Checks {
		c := &r.Checks[i]
		for _, b := range c.Blockers() {
			if !known[b.Fingerprint] && (failOn == "" || reaches(b.Severity, failOn)) {
				n++
			}
		}
		if failOn == "" {
			continue
		}
		for j := range c.Items {
			item := &c.Items[j]
			if blocker := c.Required && plan.Blocks(item); !blocker && !known[item.Fingerprint] && reaches(item.Severity, failOn) {
				n++
			}
		}
	}
	// A step of the plan that no check stands for, such as moving nodes in time.
	if n == 0 && r.Verdict == NotReady && r.Summary.Blockers == 0 && (failOn == "" || reaches(rule.Breaking, failOn)) {
		n = 1
	}
	return n
}

// reaches tells whether a severity is at or above a limit. What is no severity,
// such as findings.Never, is a limit that nothing reaches.
func reaches(s, limit rule.Severity) bool {
	return slices.Contains(rule.Severities(), limit) && s.AtLeast(limit)
}

func (r *Report) known() map[string]bool {
	known := make(map[string]bool, len(r.Known))
	for _, f := range r.Known {
		known[f] = true
	}
	return known
}

// FleetCode is the exit code of several clusters: that of the worst. One that
// could not be reached is unknown, unless none could be.
func FleetCode(f *Fleet, failOn rule.Severity, allowIncomplete bool) int {
	reached, code := false, findings.CodePass
	for _, r := range f.Clusters {
		switch c := Code(r, failOn, allowIncomplete); {
		case c == CodeError && allowIncomplete:
		case c == CodeError:
			code = max(code, findings.CodeIncomplete)
		case c == findings.CodeFindings:
			reached = true
			code = findings.CodeFindings
		default:
			reached = true
			if code != findings.CodeFindings {
				code = max(code, c)
			}
		}
		if code == findings.CodeFindings {
			return code
		}
	}
	if !reached {
		return CodeError
	}
	return code
}
