package findings

import (
	"fmt"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/scan/finding"
)

func (r *Report) limit() rule.Severity { return r.Gate.Limit(rule.Breaking) }

func (r *Report) fails(f *finding.Finding) bool {
	return !r.advice[f.Fingerprint] && envelope.Crosses(f.Severity, r.limit())
}

// Advise sets the fingerprints of findings that do not fail the run.
func (r *Report) Advise(advice map[string]bool) { r.advice = advice }

// Ends returns the exit code of a report, and the reason. Waived, known and fixed findings are not
// in r.Findings, so they do not count. Findings take precedence over what could not be read,
// because they are certain.
func (r *Report) Ends() (code int, why string) {
	n := 0
	for f := range slice.Each(r.Findings) {
		if r.fails(f) {
			n++
		}
	}
	switch {
	case n > 0:
		return envelope.CodeFindings, fmt.Sprintf("%s at or above %s", rule.Count(n, "finding"), r.limit())
	case !r.Complete() && (r.Gate == nil || !r.Gate.AllowIncomplete):
		return envelope.CodeIncomplete, fmt.Sprintf("%s could not be read, so the result is incomplete; see the report, or use --allow-incomplete", rule.Count(r.Unread(), "part"))
	default:
		return envelope.CodePass, ""
	}
}
