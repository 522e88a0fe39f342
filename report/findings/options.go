package findings

import (
	"io"

	"github.com/kubedelta/kubedelta/report/format"
)

// Writers are the formats of the report.
func (r *Report) Writers() format.Writers {
	all := r.Shared()
	all.Pages(r.page)
	all.ValuesAndTemplate(r, format.Functions())
	return all
}

// Shared are the formats of findings of all commands.
func (r *Report) Shared() format.Writers {
	return format.Writers{
		format.CSV:    func(w io.Writer, _ format.Options) error { return CSV(w, r) },
		format.SARIF:  func(w io.Writer, o format.Options) error { return SARIF(w, r, o) },
		format.JUnit:  func(w io.Writer, _ format.Options) error { return JUnit(w, r) },
		format.GitHub: func(w io.Writer, _ format.Options) error { return Annotations(r).WriteStep(w) },
		format.GitLab: func(w io.Writer, _ format.Options) error { return GitLab(w, r) },
	}
}
