package findings

import (
	"fmt"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// mostShown is how many findings a page or a list of tests shows: nobody reads more,
// and what they are written from would take more memory than the findings do.
const mostShown = 10_000

// shortened is a report with no more findings than that, the strongest, in their order;
// a warning tells how many are left out. The counts are still those of all.
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

// strongest are the first of each severity, from the strongest down, as many as asked
// for, in their order.
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
