package rehearse

import (
	"cmp"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/rehearse"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Counts collects results one by one, and keeps the notable ones.
type Counts struct {
	outcomes   map[rehearse.Outcome]int
	agreements map[rehearse.Agreement]int
	objects    []Object
	found      []finding.Finding
	unread     []finding.Unreadable
}

// NewCounts returns empty counts.
func NewCounts() *Counts {
	return &Counts{outcomes: map[rehearse.Outcome]int{}, agreements: map[rehearse.Agreement]int{}, objects: []Object{}}
}

// Add adds a result.
func (t *Counts) Add(r rehearse.Result) {
	t.outcomes[r.Outcome]++
	t.agreements[r.Agreement]++
	if !r.Notable() {
		return
	}
	t.objects = append(t.objects, Object{r.Question, r.Answer, r.Agreement, r.Differ, r.Changes})
	if q := &r.Question; r.Outcome == rehearse.NotAsked {
		t.unread = append(t.unread, finding.Unreadable{File: q.File, Line: q.Line, Document: q.Document, Reason: q.Named() + " has no answer: " + r.Why})
	}
	t.found = append(t.found, r.Findings()...)
}

// Findings returns the findings of all answers, each with a unique fingerprint.
func (t *Counts) Findings() []finding.Finding {
	// Answers come in the order of reading, which varies.
	order.Stably(t.found, func(a, b finding.Finding) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Field, b.Field), strings.Compare(a.Message, b.Message))
	})
	finding.SealAll(t.found)
	return t.found
}

// Unread are the objects without an answer.
func (t *Counts) Unread() []finding.Unreadable { return t.unread }

// Outcomes counts the objects by outcome.
func (t *Counts) Outcomes() map[rehearse.Outcome]int { return t.outcomes }

// Results returns the notable results, in a total order.
func (t *Counts) Results() (list []rehearse.Result) {
	t.arrange()
	for _, o := range t.objects {
		list = append(list, rehearse.Result{Question: o.Question, Answer: o.Answer, Agreement: o.Agreement, Differ: o.Differ, Changes: o.Changes})
	}
	return list
}

// Said is the number of objects by outcome.
func (t *Counts) Said() string { return rehearse.Outcomes(t.outcomes) }

// arrange sorts the objects.
func (t *Counts) arrange() {
	order.Stably(t.objects, func(a, b Object) int {
		return cmp.Or(
			strings.Compare(a.File, b.File), a.Line-b.Line, a.Document-b.Document, strings.Compare(a.APIVersion, b.APIVersion), strings.Compare(a.Kind, b.Kind),
			strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Name, b.Name), strings.Compare(string(a.Form), string(b.Form)),
		)
	})
}

// New returns the report. account is the account of the read files and clusters.
func New(tool findings.Tool, target findings.Side, account finding.Account, t *Counts, list []finding.Finding, by Server) *Report {
	t.arrange()
	account.Unreadable = append(account.Unreadable, t.Unread()...)
	r := &Report{
		Report:    *findings.New(Kind, tool, target, account, list),
		Rehearsal: Rehearsal{Server: by, Outcomes: t.outcomes, Agreements: t.agreements, Objects: t.objects},
	}
	r.say()
	return r
}

// Settle updates the texts of the report. It must be called after its findings change.
func (r *Report) Settle() {
	r.Arrange()
	r.say()
}
