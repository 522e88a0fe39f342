package findings

import (
	"fmt"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// mostShown is the most findings in a page or a list of tests. Nobody reads more, and writing them
// would need more memory than the findings.
const mostShown = 10_000

// shortened keeps the most severe findings; a warning counts the others, and the summary all.
func (r *Report) shortened(most int) *Report {
	all := len(r.Findings) + len(r.Known) + len(r.Waived)
	if all <= most {
		return r
	}
	short := *r
	short.Findings = strongest(r.Findings, most)
	short.Known = r.Known[:min(len(r.Known), most-len(short.Findings))]
	short.Waived = r.Waived[:min(len(r.Waived), most-len(short.Findings)-len(short.Known))]
	left := all - len(short.Findings) - len(short.Known) - len(short.Waived)
	short.Warnings = append([]finding.Warning{{
		Text: fmt.Sprintf("%s of the lowest severities omitted, because there are more than %d; -o json contains all", rule.Count(left, "finding"), most),
	}}, r.Warnings...)
	return &short
}

// strongest returns the most severe findings, at most so many, in their order.
func strongest(all []finding.Finding, most int) []finding.Finding {
	room, of := most, map[rule.Severity]int{}
	for i := range all {
		of[all[i].Severity]++
	}
	for _, s := range rule.FindingSeverities() {
		of[s] = min(of[s], room)
		room -= of[s]
	}
	out := make([]finding.Finding, 0, min(most, len(all)))
	for i := range all {
		if of[all[i].Severity] > 0 {
			of[all[i].Severity]--
			out = append(out, all[i])
		}
	}
	return out
}
