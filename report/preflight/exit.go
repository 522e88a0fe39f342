package preflight

import (
	"cmp"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// limit is the severity from which a finding fails the run, whether its check is required or not.
// By default, what makes the cluster not ready fails it.
func (r *Report) limit() rule.Severity { return r.Gate.Limit(envelope.NotReady) }

// Ends returns the exit code of a report, which is the same for every format, and the reason.
// Waived and known items do not count. Findings take precedence over gaps, because they are
// certain.
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
		return envelope.CodePass // gaps do not matter, since nothing is to be upgraded
	case (r.Verdict == Unknown || r.Summary.Unknown > 0 || r.Summary.Unread > 0) && !r.allowsIncomplete():
		return envelope.CodeIncomplete
	default:
		return envelope.CodePass
	}
}

func (r *Report) allowsIncomplete() bool { return r.Gate != nil && r.Gate.AllowIncomplete }

// Crossing counts the findings that fail the run.
func (r *Report) Crossing() (n int) {
	known, limit := slice.Set(r.Known), r.limit()
	for c := range slice.Each(r.Checks) {
		for _, b := range c.Blockers() {
			if !known[b.Fingerprint] && (limit == envelope.NotReady || envelope.Crosses(b.Severity, limit)) {
				n++
			}
		}
		for item := range slice.Each(c.Items) {
			if blocker := c.Required && item.Blocks(); !blocker && !known[item.Fingerprint] && envelope.Crosses(item.Severity, limit) {
				n++
			}
		}
	}
	// A step of the plan without a check, such as the upgrade of nodes before a hop.
	if n == 0 && r.Verdict == NotReady && r.Summary.Blockers == 0 && (limit == envelope.NotReady || envelope.Crosses(rule.Breaking, limit)) {
		n = 1
	}
	return n
}

// Ends returns the exit code of the worst cluster, and the reason. An unreachable cluster is
// incomplete, unless all are unreachable.
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

// worse is the code with precedence: findings are certain, gaps are not.
func worse(a, b int) int {
	if a == envelope.CodeFindings || b == envelope.CodeFindings {
		return envelope.CodeFindings
	}
	return max(a, b)
}
