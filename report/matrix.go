package report

import (
	"github.com/kubedelta/kubedelta/diff/rule"
)

// SummaryRow counts changes by severity.
type SummaryRow struct {
	Name  string
	Count map[rule.Severity]int
}

// Matrix is the table of the summary: APIs and, if they were compared, fields.
func (r *Report) Matrix() []SummaryRow {
	apis := SummaryRow{Name: r.words().Text("row-ap-is"), Count: map[rule.Severity]int{}}
	fields := SummaryRow{Name: r.words().Text("row-fields"), Count: map[rule.Severity]int{}}
	for _, c := range r.Changes {
		if c.Schema != "" {
			fields.Count[c.Severity]++
		} else {
			apis.Count[c.Severity]++
		}
	}
	if len(fields.Count) == 0 {
		return []SummaryRow{apis}
	}
	return []SummaryRow{apis, fields}
}
