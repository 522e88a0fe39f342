package report

import (
	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// Page is the report as blocks, with a line for each change.
func (r *Report) Page() page.Page { return r.page(format.Text, false) }

// ChangeLine is the message of a change, with what changed as code.
func ChangeLine(c rule.Change, w language.Words) page.Line {
	return Line{Change: Change{Change: c}}.line(wording{w})
}

// SeverityRun is the name of a severity in its colour.
func SeverityRun(s rule.Severity, w language.Words) page.Run {
	return page.Run{Text: severityName(s, w), Class: string(s)}
}

// OfSIG reports whether an entry has the label of a SIG.
func OfSIG(n *changelog.Note, sig string) bool {
	return !n.Unpublished && len(n.SIGs) > 0 && sharesSIG([]string{sig}, n.SIGs)
}
