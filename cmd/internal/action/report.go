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
		placed(r, o.Place)
		return &Report{r.Summary.BySeverity, findings.Annotations(r), true, r.Writers(), o.ScanRules}, nil
	case preflight.Kind, preflight.KindFleet:
		r, fleet, err := preflight.ReadJSON(bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		all := &Report{preflight.BySeverity(r, fleet), preflight.WorkflowAnnotations(r, fleet), true, nil, o.PreflightRules}
		if fleet != nil {
			all.writers = fleet.Writers()
		} else {
			all.writers = r.Writers()
		}
		return all, nil
	default:
		r, err := report.ReadJSON(bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		return &Report{r.Summary.BySeverity, report.WorkflowAnnotations(r), false, r.Writers(), nil}, nil
	}
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
