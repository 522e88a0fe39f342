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

// Report is the report of a command, as the action shows it.
type Report struct {
	// BySeverity counts the changes or findings.
	BySeverity  map[rule.Severity]int
	Annotations annotation.List
	// HasSARIF reports whether the report has SARIF output for code scanning.
	HasSARIF bool
	// writers and rules write it.
	writers format.Writers
	rules   []rule.Rule
}

// Of returns the Report of a command's report. Outside of a git work tree, place converts the path of
// a file to one from the root of the repository.
func Of(r any, rules []rule.Rule, place func(file string) string) (*Report, error) {
	switch r := r.(type) {
	case *findings.Report:
		if r.WorkTree != nil {
			place = r.WorkTree.Path
		}
		r.Rename(place)
		r.WorkTree = nil // the formats that need paths in it would convert them again
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

// Markdown returns the report in no more than limit bytes. whole says where the complete report is.
func (r *Report) Markdown(limit int, whole string) (string, error) {
	var b strings.Builder
	err := r.writers.Write(&b, format.Markdown, format.Options{Rules: r.rules, Limit: limit, Whole: whole})
	return b.String(), err
}

// SARIF writes the report as SARIF 2.1.0, within the limits of code scanning.
func (r *Report) SARIF(w io.Writer) error {
	return r.writers.Write(w, format.SARIF, format.Options{Rules: r.rules})
}

// Counts returns the output counts: a JSON object of all severities, highest first.
func (r *Report) Counts() string {
	var parts []string
	for _, s := range rule.FindingSeverities() {
		if _, counted := r.BySeverity[s]; !counted && s == rule.Possible {
			continue // comparisons do not have this severity
		}
		parts = append(parts, fmt.Sprintf("%q:%d", s, r.BySeverity[s]))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// Changes returns the number of changes or findings.
func (r *Report) Changes() (n int) {
	for _, count := range r.BySeverity {
		n += count
	}
	return n
}

// Breaking returns the number of breaking ones.
func (r *Report) Breaking() int { return r.BySeverity[rule.Breaking] }
