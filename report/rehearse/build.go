package rehearse

import (
	"cmp"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/rehearse"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Tally takes the results, one after the other, and keeps those that there is more to say
// of.
type Tally struct {
	outcomes   map[rehearse.Outcome]int
	agreements map[rehearse.Agreement]int
	objects    []Object
	found      []finding.Finding
	unread     []finding.Unreadable
}

// NewTally begins with nothing.
func NewTally() *Tally {
	return &Tally{outcomes: map[rehearse.Outcome]int{}, agreements: map[rehearse.Agreement]int{}, objects: []Object{}}
}

// Add takes a result.
func (t *Tally) Add(r rehearse.Result) {
	t.outcomes[r.Outcome]++
	t.agreements[r.Agreement]++
	if !r.Notable() {
		return
	}
	t.objects = append(t.objects, Object{r.Question, r.Answer, r.Agreement, r.Differ, r.Changes})
	q := &t.objects[len(t.objects)-1].Question
	switch r.Outcome {
	case rehearse.Refused:
		t.refused(q, &r)
	case rehearse.NotAsked:
		t.unread = append(t.unread, finding.Unreadable{File: q.File, Line: q.Line, Document: q.Document, Reason: named(q) + " could not be asked: " + r.Why})
	case rehearse.Taken, rehearse.Warned, rehearse.NotAnObject:
	}
	for _, w := range r.Warnings {
		f := t.finding(q, warned, rule.Deprecation, "", "the API server warns"+in(q)+": "+w)
		f.Value = w
		if !deprecating().MatchString(w) {
			f.Severity = rule.Info
		}
		t.found = append(t.found, f)
	}
	if r.Agreement == rehearse.ScanOnly {
		t.found = append(t.found, t.finding(q, notConfirmed, rule.Info, "", "the API server takes the object"+in(q)+"; "+r.Differ))
	}
}

// deprecating are the words of warnings about what will go, or does nothing.
var deprecating = lazy.Regexp(`(?i)deprecated|unavailable in|non-functional|removed|no longer`)

// named is "Deployment shop/web".
func named(q *rehearse.Question) string {
	name := q.Name
	if q.Namespace != "" {
		name = q.Namespace + "/" + name
	}
	return strings.TrimSpace(q.APIVersion + " " + q.Kind + " " + name)
}

// in says in which form the object was asked about, where there are others.
func in(q *rehearse.Question) string {
	switch q.Form {
	case rehearse.Stored:
		return " (as it is stored)"
	case rehearse.Applied:
		return " (as it was last applied)"
	case rehearse.Written, rehearse.Released:
	}
	return ""
}

// refused makes a finding of each cause.
func (t *Tally) refused(q *rehearse.Question, r *rehearse.Result) {
	begin := "the API server refuses it" + in(q)
	if r.As == "apply" {
		begin += " as server-side apply"
	}
	causes := r.Causes
	if len(causes) == 0 {
		causes = []rehearse.Cause{{Message: r.Message}}
	}
	for _, c := range causes {
		text := begin + ": "
		if c.Field != "" && !strings.Contains(c.Message, c.Field) {
			text += c.Field + ": "
		}
		text += c.Message
		if r.Agreement == rehearse.ServerOnly {
			text += "; scan has no such finding"
		}
		t.found = append(t.found, t.finding(q, refused, rule.Breaking, c.Field, text))
	}
}

func (t *Tally) finding(q *rehearse.Question, id string, severity rule.Severity, field, message string) finding.Finding {
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

// Findings are all that the server's answers say, each with a fingerprint of its own.
func (t *Tally) Findings() []finding.Finding {
	// Answers come in the order of reading, which is another one each time.
	order.Stably(t.found, func(a, b finding.Finding) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Field, b.Field), strings.Compare(a.Message, b.Message))
	})
	seen := map[string]int{}
	for i := range t.found {
		f := &t.found[i]
		f.Ordinal = 0
		f.Seal()
		n := seen[f.Fingerprint]
		seen[f.Fingerprint]++
		if n > 0 {
			f.Ordinal = n
			f.Seal()
		}
	}
	return t.found
}

// Unread are the objects that could not be asked about.
func (t *Tally) Unread() []finding.Unreadable { return t.unread }

// Said is how many objects had which answer.
func (t *Tally) Said() string { return outcomes(t.outcomes) }

// New makes the report. The account is that of the reading.
func New(tool findings.Tool, target findings.Side, account finding.Account, t *Tally, list []finding.Finding, by Server) *Report {
	order.Stably(t.objects, func(a, b Object) int {
		return cmp.Or(
			strings.Compare(a.File, b.File), a.Line-b.Line, a.Document-b.Document, strings.Compare(a.APIVersion, b.APIVersion), strings.Compare(a.Kind, b.Kind),
			strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Name, b.Name), strings.Compare(string(a.Form), string(b.Form)),
		)
	})
	account.Unreadable = append(account.Unreadable, t.Unread()...)
	r := &Report{
		Report:    *findings.New(Kind, tool, target, account, list),
		Rehearsal: Rehearsal{Server: by, Outcomes: t.outcomes, Agreements: t.agreements, Objects: t.objects},
	}
	r.say()
	return r
}

// Settle brings what the report says of itself in line with its findings. Who changes
// findings calls it after.
func (r *Report) Settle() {
	r.Arrange()
	r.say()
}
