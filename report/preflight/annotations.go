package preflight

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/annotation"
	"github.com/kubedelta/kubedelta/report/findings"
)

// WorkflowAnnotations are those of a report or, where it is not nil, of a fleet.
func WorkflowAnnotations(r *Report, fleet *Fleet) annotation.List {
	return findings.Annotations(asFindings(viewOf(r, fleet), ""))
}

// BySeverity counts the items of a report or, where it is not nil, of a fleet.
func BySeverity(r *Report, fleet *Fleet) map[rule.Severity]int {
	counts := map[rule.Severity]int{}
	for _, one := range viewOf(r, fleet).heads() {
		for s, n := range one.Summary.BySeverity {
			counts[s] += n
		}
	}
	return counts
}
