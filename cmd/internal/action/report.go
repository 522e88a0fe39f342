package action

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/unjson"
	"github.com/kubedelta/kubedelta/report"
	"github.com/kubedelta/kubedelta/report/annotation"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/preflight"
)

// Report is what the action shows of the report of a command.
type Report struct {
	// BySeverity counts what the report is about: changes, findings.
	BySeverity  map[rule.Severity]int
	Annotations annotation.List
	// markdown and sarif write it; sarif is nil where there is none.
	markdown func(w io.Writer, limit int, whole string) error
	sarif    func(w io.Writer) error
}

// Options is what is known beyond the JSON form.
type Options struct {
	// ScanRules and PreflightRules are the pages of the rules, for SARIF.
	ScanRules, PreflightRules []findings.Rule
	// Place gives the path of a file from the root of the repository.
	Place func(file string) string
}

// ReadReport reads the JSON form of a report of any command.
func ReadReport(text []byte, o Options) (*Report, error) {
	var head struct {
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(text, &head, jsontext.AllowInvalidUTF8(true)); err != nil {
		return nil, fmt.Errorf("the report cannot be read: %w", unjson.Sentence(err))
	}
	switch head.Kind {
	case findings.KindScan:
		r, err := findings.ReadJSON(bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		return ofScan(r, o), nil
	case preflight.Kind, preflight.KindFleet:
		r, fleet, err := preflight.ReadJSON(bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		return ofPreflight(r, fleet, o), nil
	default:
		r, err := report.ReadJSON(bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		return &Report{
			BySeverity: r.Summary.BySeverity, Annotations: report.WorkflowAnnotations(r),
			markdown: func(w io.Writer, limit int, whole string) error { return report.MarkdownWithin(w, r, limit, whole) },
		}, nil
	}
}

func ofScan(r *findings.Report, o Options) *Report {
	placed(r, o.Place)
	fo := findings.Options{Rules: o.ScanRules}
	return &Report{
		BySeverity: r.Summary.BySeverity, Annotations: findings.Annotations(r),
		markdown: func(w io.Writer, limit int, whole string) error {
			fo.Limit, fo.Whole = limit, whole
			return findings.Render(w, "markdown", r, fo)
		},
		sarif: func(w io.Writer) error { return findings.Render(w, "sarif", r, fo) },
	}
}

func ofPreflight(r *preflight.Report, fleet *preflight.Fleet, o Options) *Report {
	po := preflight.Options{Rules: o.PreflightRules}
	render := func(w io.Writer, format string, po preflight.Options) error {
		if fleet != nil {
			return preflight.RenderFleet(w, format, fleet, po)
		}
		return preflight.Render(w, format, r, po)
	}
	return &Report{
		BySeverity: preflight.BySeverity(r, fleet), Annotations: preflight.WorkflowAnnotations(r, fleet),
		markdown: func(w io.Writer, limit int, whole string) error {
			po.Limit, po.Whole = limit, whole
			return render(w, "markdown", po)
		},
		sarif: func(w io.Writer) error { return render(w, "sarif", po) },
	}
}

// Markdown is the report in no more than limit bytes; whole says where all is.
func (r *Report) Markdown(limit int, whole string) (string, error) {
	var b strings.Builder
	err := r.markdown(&b, limit, whole)
	return b.String(), err
}

// HasSARIF tells whether the report is one for code scanning.
func (r *Report) HasSARIF() bool { return r.sarif != nil }

// SARIF writes the report as SARIF 2.1.0 within what code scanning takes.
func (r *Report) SARIF(w io.Writer) error { return r.sarif(w) }

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
