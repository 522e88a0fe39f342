package findings

import (
	"io"

	"github.com/kubedelta/kubedelta/report/format"
)

// What renderers of findings share with those of other reports.
type (
	// Rule is what a report tells of a rule.
	Rule = format.Rule
	// Options is what renderers know beyond the report.
	Options = format.Options
)

// Writers are the formats of the report.
func (r *Report) Writers() format.Writers {
	all := r.Shared()
	all.Pages(r.page)
	all.ValuesAndTemplate(r, format.Functions())
	return all
}

// Shared are the formats that lists of findings have, whoever found them.
func (r *Report) Shared() format.Writers {
	return format.Writers{
		format.CSV:    func(w io.Writer, _ Options) error { return CSV(w, r) },
		format.SARIF:  func(w io.Writer, o Options) error { return SARIF(w, r, o) },
		format.JUnit:  func(w io.Writer, _ Options) error { return JUnit(w, r) },
		format.GitHub: func(w io.Writer, _ Options) error { return GitHub(w, r) },
		format.GitLab: func(w io.Writer, _ Options) error { return GitLab(w, r) },
	}
}

// Formats are the formats that a report has.
func Formats() []string { return (&Report{}).Writers().Names() }
