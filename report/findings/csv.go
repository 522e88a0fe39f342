package findings

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// CSV writes a row for each finding (RFC 4180), safe to open in a spreadsheet. The column status is
// "found", "known", "waived", or "unread" for what could not be read.
func CSV(w io.Writer, r *Report) error {
	c := csv.NewWriter(w)
	c.UseCRLF = true
	// The writer returns the first error at the end.
	add := func(row []string) { _ = c.Write(row) }
	add([]string{
		"status", "severity", "rule", "file", "line", "column", "document", "apiVersion", "kind", "namespace", "name", "field", "value",
		"introduced", "deprecated", "removed", "replacement", "guess", "message", "remedy", "reason", "fingerprint",
	})
	for _, u := range r.unread() {
		add(csvRow("unread", &finding.Finding{File: u.File, Line: u.Line, Message: u.Place + ": " + u.Reason}, ""))
	}
	for _, f := range r.decided() {
		reason := ""
		if f.waived != nil {
			reason = Until(f.waived)
		}
		add(csvRow(f.status, f.Finding, reason))
	}
	c.Flush()
	return c.Error()
}

func csvRow(status string, f *finding.Finding, reason string) []string {
	row := []string{
		status, string(f.Severity), f.Rule, f.File, number(f.Line), number(f.Column), number(f.Document), f.APIVersion, f.Kind, f.Namespace, f.Name, f.Field, f.Value,
		f.Introduced.String(), f.Deprecated.String(), f.Removed.String(), instead(f), "", f.Message, strings.Join(f.Migration, "; "), reason, f.Fingerprint,
	}
	if f.Guess {
		row[17] = "yes"
	}
	for i, cell := range row {
		row[i] = escape.CSV(cell)
	}
	return row
}

func number(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}
