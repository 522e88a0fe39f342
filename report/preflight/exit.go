package preflight

import (
	"cmp"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// limit is the severity from which on a finding fails the run, of required checks and
// others alike; by default what makes the cluster not ready does.
func (r *Report) limit() rule.Severity { return r.Gate.Limit(envelope.NotReady) }

// Ends is the exit code of a report, the same in every format, and why. What is
// waived, or known in the baseline, does not count. Findings go before what could not
// be seen: they are certain.
func (r *Report) Ends() (code int, why string) {
	if code = r.code(); code == envelope.CodeError {
		return code, cmp.Or(r.Cluster.Name, "the cluster") + " could not be checked: " + r.Unreachable
	}
	return code, because(code, "of the cluster")
}

func because(code int, whose string) string {
	switch code {
	case envelope.CodePass:
		return ""
	case envelope.CodeFindings:
		return "findings " + whose + " must be resolved before the upgrade; see the report"
	case envelope.CodeIncomplete:
		return "some data " + whose + " could not be read, so the result is incomplete; see the report, or use --allow-incomplete"
	default:
		return "none " + whose + " could be reached"
	}
}

func (r *Report) code() int {
	switch {
	case r.head != nil:
		return r.head.code
	case r.Unreachable != "":
		return envelope.CodeError
	case r.Crossing() > 0:
		return envelope.CodeFindings
	case r.Done:
		return envelope.CodePass // what could not be seen is in nobody's way
	case (r.Verdict == Unknown || r.Summary.Unknown > 0 || r.Summary.Unread > 0) && !r.allowsIncomplete():
		return envelope.CodeIncomplete
	default:
		return envelope.CodePass
	}
}

func (r *Report) allowsIncomplete() bool { return r.Gate != nil && r.Gate.AllowIncomplete }

// Crossing counts the findings that fail the run.
func (r *Report) Crossing() (n int) {
	known, limit := r.known(), r.limit()
	for c := range slice.Each(r.Checks) {
		for _, b := range c.Blockers() {
			if !known[b.Fingerprint] && (limit == envelope.NotReady || envelope.Crosses(b.Severity, limit)) {
				n++
			}
		}
		for item := range slice.Each(c.Items) {
			if blocker := c.Required && plan.Blocks(item); !blocker && !known[item.Fingerprint] && envelope.Crosses(item.Severity, limit) {
				n++
			}
		}
	}
	// A step of the plan that no check stands for, such as moving nodes in time.
	if n == 0 && r.Verdict == NotReady && r.Summary.Blockers == 0 && (limit == envelope.NotReady || envelope.Crosses(rule.Breaking, limit)) {
		n = 1
	}
	return n
}

func (r *Report) known() map[string]bool {
	return slice.Set(r.Known)
}

// Ends is the exit code of several clusters, and why: that of the worst. One that
// could not be reached is unknown, unless none could be.
func (f *Fleet) Ends() (code int, why string) {
	reached, code := false, envelope.CodePass
	for _, r := range f.Clusters {
		switch c := r.code(); {
		case c == envelope.CodeError && r.allowsIncomplete():
			continue
		case c == envelope.CodeError:
			code = worse(code, envelope.CodeIncomplete)
		default:
			reached = true
			code = worse(code, c)
		}
	}
	if !reached {
		code = envelope.CodeError
	}
	return code, because(code, "of the clusters")
}

// worse is the code that weighs more: findings are certain, what was not seen is not.
func worse(a, b int) int {
	if a == envelope.CodeFindings || b == envelope.CodeFindings {
		return envelope.CodeFindings
	}
	return max(a, b)
}
