package preflight

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/annotation"
	"github.com/kubedelta/kubedelta/report/findings"
)

// WorkflowAnnotations are those of a report or, where it is not nil, of a fleet.
func WorkflowAnnotations(r *Report, fleet *Fleet, o Options) annotation.List {
	return findings.Annotations(asFindings(viewOf(r, fleet), o, ""))
}

// BySeverity counts the items of a report or, where it is not nil, of a fleet.
func BySeverity(r *Report, fleet *Fleet) map[rule.Severity]int {
	counts := map[rule.Severity]int{}
	for _, one := range viewOf(r, fleet).reports {
		for s, n := range one.Summary.BySeverity {
			counts[s] += n
		}
	}
	return counts
}

func viewOf(r *Report, fleet *Fleet) *view {
	if fleet != nil {
		return &view{tool: fleet.Tool, reports: fleet.Clusters, fleet: fleet}
	}
	return &view{tool: r.Tool, reports: []*Report{r}}
}
