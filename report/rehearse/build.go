package rehearse

import (
	"cmp"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/rehearse"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Counts collects results one by one, and keeps the notable ones.
type Counts struct {
	// Outcomes and Agreements count objects.
	Outcomes   map[rehearse.Outcome]int   `json:"outcomes"`
	Agreements map[rehearse.Agreement]int `json:"agreements"`
	// Objects are the objects that the server did not simply accept, or about which scan differs.
	Objects []rehearse.Result `json:"objects"`

	// Unread are the objects without an answer.
	Unread []finding.Unreadable `json:"-"`
	found  []finding.Finding
}

// NewCounts returns empty counts.
func NewCounts() *Counts {
	return &Counts{Outcomes: map[rehearse.Outcome]int{}, Agreements: map[rehearse.Agreement]int{}}
}

// Add adds a result.
func (t *Counts) Add(r rehearse.Result) {
	t.Outcomes[r.Outcome]++
	t.Agreements[r.Agreement]++
	if !r.Notable() {
		return
	}
	t.Objects = append(t.Objects, r)
	if r.Outcome == rehearse.NotAsked {
		t.Unread = append(t.Unread, finding.Unreadable{File: r.File, Line: r.Line, Document: r.Document, Object: r.Named(), Reason: "no answer: " + r.Why})
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

// Results returns the notable results, in a total order.
func (t *Counts) Results() []rehearse.Result {
	order.Stably(t.Objects, func(a, b rehearse.Result) int {
		return cmp.Or(
			strings.Compare(a.File, b.File), a.Line-b.Line, a.Document-b.Document, strings.Compare(a.APIVersion, b.APIVersion), strings.Compare(a.Kind, b.Kind),
			strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Name, b.Name), strings.Compare(string(a.Form), string(b.Form)),
		)
	})
	return t.Objects
}

// New returns the report. account is the account of the read files and clusters.
func New(tool envelope.Tool, target envelope.Side, account finding.Account, t *Counts, list []finding.Finding, by Server) *Report {
	t.Results()
	account.Unreadable = append(account.Unreadable, t.Unread...)
	r := &Report{Report: *findings.New(Kind, tool, target, account, list), Rehearsal: Rehearsal{Server: by, Counts: *t}}
	r.say()
	return r
}

// Settle updates the texts of the report. It must be called after its findings change.
func (r *Report) Settle() {
	r.Arrange()
	r.say()
}
