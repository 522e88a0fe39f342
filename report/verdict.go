package report

import (
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// limit is the severity from which a change fails the run.
func (r *Report) limit() rule.Severity { return r.Gate.Limit(envelope.Never) }

// Ends returns the exit code of a report, and the reason. Changes take precedence over what could
// not be read, because they are certain.
func (r *Report) Ends() (code int, why string) {
	n := 0
	for i := range r.Changes {
		if envelope.Crosses(r.Changes[i].Severity, r.limit()) {
			n++
		}
	}
	if n > 0 {
		return envelope.CodeFindings, fmt.Sprintf("%s at or above %s", rule.Count(n, "finding"), r.limit())
	}
	if r.Gate != nil && r.Gate.AllowIncomplete {
		return envelope.CodePass, ""
	}
	if r.Subject == SubjectNotes && r.NotesScope != nil && len(r.NotesScope.Missing) > 0 {
		releases := slice.Map(r.NotesScope.Missing, func(m MissingNotes) string { return m.Release })
		return envelope.CodeIncomplete, fmt.Sprintf("the notes of %s are missing, so the result is incomplete: add them with --notes-from, or use --allow-incomplete", strings.Join(releases, ", "))
	}
	if unread := len(r.unread()); unread > 0 {
		return envelope.CodeIncomplete, fmt.Sprintf("%s could not be read, so the result is incomplete; see \"Could not be read\" in the report, or use --allow-incomplete", rule.Count(unread, "part"))
	}
	return envelope.CodePass, ""
}
