package rehearse

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// The rules that only a rehearsal has.
const (
	RefusedByServer = "refused-by-server"
	WarningOfServer = "warning-of-server"
	NotConfirmed    = "not-confirmed-by-server"
)

// deprecating matches warnings about something that will be removed, or has no effect.
var deprecating = lazy.Regexp(`(?i)deprecated|unavailable in|non-functional|removed|no longer`)

// Named formats "apps/v1 Deployment shop/web".
func (q *Question) Named() string {
	return strings.TrimSpace(q.APIVersion + " " + q.Kind + " " + finding.ObjectName(q.Namespace, q.Name))
}

// In is the form of the object for a message, if other forms are asked about too.
func (q *Question) In() string {
	switch q.Form {
	case Stored:
		return " (as it is stored)"
	case Applied:
		return " (as it was last applied)"
	case Written, Released:
	}
	return ""
}

// Findings returns the findings of the answer.
func (r *Result) Findings() (list []finding.Finding) {
	if r.Outcome == Refused {
		list = r.refused()
	}
	for _, w := range r.Warnings {
		f := r.finding(WarningOfServer, rule.Deprecation, "", "the API server warns"+r.Question.In()+": "+w)
		f.Value = w
		if !deprecating().MatchString(w) {
			f.Severity = rule.Info
		}
		list = append(list, f)
	}
	if r.Agreement == ScanOnly {
		list = append(list, r.finding(NotConfirmed, rule.Info, "", "the API server accepts the object"+r.Question.In()+"; "+r.Differ))
	}
	return list
}

// refused makes a finding for each cause.
func (r *Result) refused() (list []finding.Finding) {
	begin := "the API server refuses it" + r.Question.In()
	if r.As == "apply" {
		begin += " as server-side apply"
	}
	causes := r.Causes
	if len(causes) == 0 {
		causes = []Cause{{Message: r.Message}}
	}
	for _, c := range causes {
		text := begin + ": "
		if c.Field != "" && !strings.Contains(c.Message, c.Field) {
			text += c.Field + ": "
		}
		text += c.Message
		if r.Agreement == ServerOnly {
			text += "; scan has no such finding"
		}
		f := r.finding(RefusedByServer, rule.Breaking, c.Field, text)
		f.Value = c.Message
		list = append(list, f)
	}
	return list
}

func (r *Result) finding(id string, severity rule.Severity, field, message string) finding.Finding {
	q := &r.Question
	f := finding.Finding{
		Rule: id, Severity: severity, File: q.File, Line: q.Line, Document: q.Document, Offset: -1,
		APIVersion: q.APIVersion, Kind: q.Kind, Namespace: q.Namespace, Name: q.Name, Field: field, Message: message,
	}
	f.Origin.Kustomization = q.Kustomization
	if f.Line > 0 {
		f.Column = 1
	}
	return f
}
