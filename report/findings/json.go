package findings

import (
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/unjson"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// JSON writes the contract, indented, with a new line at the end.
func JSON(w io.Writer, r *Report) error { return writeJSON(w, r) }

// ReadJSON reads a report that JSON wrote.
func ReadJSON(in io.Reader) (*Report, error) {
	r := &Report{}
	if err := json.UnmarshalRead(in, r); err != nil {
		return nil, fmt.Errorf("not a report of kubedelta scan: %w", unjson.Sentence(err))
	}
	if r.APIVersion != APIVersion || r.Kind != KindScan && r.Kind != KindPreflight {
		return nil, fmt.Errorf("not a report of kubedelta scan: expected %s %s or %s, found %q %q", APIVersion, KindScan, KindPreflight, r.APIVersion, r.Kind)
	}
	if r.Target.Name == "" || r.Summary.BySeverity == nil || r.Findings == nil || r.Account.Unreadable == nil {
		return nil, fmt.Errorf("not a report of kubedelta scan that is whole: it lacks its target, account, summary or findings")
	}
	if s, ok := r.strangeSeverity(); ok {
		return nil, fmt.Errorf("not a report that this version of kubedelta can show: there is no severity %q", s)
	}
	r.Arrange()
	return r, nil
}

// strangeSeverity finds a severity that nothing could be said of: a finding that
// had it would be in no table, and cross no limit.
func (r *Report) strangeSeverity() (rule.Severity, bool) {
	for _, list := range [][]finding.Finding{r.Findings, r.Known} {
		for i := range list {
			if s := list[i].Severity; !slices.Contains(rule.Severities(), s) {
				return s, true
			}
		}
	}
	return "", false
}

// writeJSON writes names of files that are no UTF-8 too, with U+FFFD for what is
// wrong: a report is better than none.
func writeJSON(w io.Writer, v any) error {
	if err := json.MarshalWrite(w, v, json.Deterministic(true), jsontext.AllowInvalidUTF8(true), jsontext.WithIndent("  ")); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
