package action

import (
	"fmt"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/annotation"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/preflight"
)

// Report is what the action shows of the report of a command.
type Report struct {
	// BySeverity counts what the report is about: changes, findings.
	BySeverity  map[rule.Severity]int
	Annotations annotation.List
	// HasSARIF tells whether the report is one for code scanning.
	HasSARIF bool
	// writers write it, with the pages of its rules.
	writers format.Writers
	rules   []format.Rule
}

// Of is a report of a command of the action, with the pages of its rules. Place gives the
// path of a file from the root of the repository.
func Of(r any, rules []format.Rule, place func(file string) string) (*Report, error) {
	switch r := r.(type) {
	case *findings.Report:
		r.Rename(place)
		r.Arrange()
		return &Report{r.Summary.BySeverity, findings.Annotations(r), true, r.Writers(), rules}, nil
	case *preflight.Report:
		return &Report{preflight.BySeverity(r, nil), preflight.WorkflowAnnotations(r, nil), true, r.Writers(), rules}, nil
	case *preflight.Fleet:
		return &Report{preflight.BySeverity(nil, r), preflight.WorkflowAnnotations(nil, r), true, r.Writers(), rules}, nil
	case *report.Report:
		return &Report{r.Summary.BySeverity, report.WorkflowAnnotations(r), false, r.Writers(), nil}, nil
	}
	return nil, fmt.Errorf("the action cannot show a report of the type %T", r)
}

// Markdown is the report in no more than limit bytes; whole says where all is.
func (r *Report) Markdown(limit int, whole string) (string, error) {
	var b strings.Builder
	err := r.writers.Write(&b, format.Markdown, format.Options{Rules: r.rules, Limit: limit, Whole: whole})
	return b.String(), err
}

// SARIF writes the report as SARIF 2.1.0 within what code scanning takes.
func (r *Report) SARIF(w io.Writer) error {
	return r.writers.Write(w, format.SARIF, format.Options{Rules: r.rules})
}

// Counts is the output counts: a JSON object of all severities, strongest first.
func (r *Report) Counts() string {
	var parts []string
	for _, s := range rule.FindingSeverities() {
		if _, counted := r.BySeverity[s]; !counted && s == rule.Possible {
			continue // there is none in a comparison
		}
		parts = append(parts, fmt.Sprintf("%q:%d", s, r.BySeverity[s]))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// Changes counts all of them.
func (r *Report) Changes() (n int) {
	for _, count := range r.BySeverity {
		n += count
	}
	return n
}

// Breaking counts the breaking ones.
func (r *Report) Breaking() int { return r.BySeverity[rule.Breaking] }
