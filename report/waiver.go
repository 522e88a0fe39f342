package report

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/report/decision"
	"github.com/kubedelta/kubedelta/report/envelope"
)

// Waiver excludes one change, or one rule for one resource, until a date.
type Waiver = decision.Waiver

// Waived is a change that a waiver covers.
type Waived struct {
	Change
	Reason  string `json:"reason"`
	Expires string `json:"expires"`
}

// narrowed reports whether filters left out changes, or a side could not be read completely, so that
// a waiver may cover a change that the report does not have.
func (r *Report) narrowed() bool {
	return r.Filtered > 0 || envelope.Omit(r.Severities) || r.Uses != nil && r.Uses.LeftOut > 0 || len(r.Old.Incomplete)+len(r.New.Incomplete) > 0
}

// Waive moves the changes that waivers cover to Waived. today is "YYYY-MM-DD". It adds
// warnings about waivers to the report, and returns them.
func (r *Report) Waive(waivers []Waiver, today string) []string {
	narrowed := r.narrowed()
	kept, warnings := decision.Subject[Change]{
		Name: "change",
		Of:   func(c *Change) (fingerprint, rule string) { return c.Fingerprint, c.Rule },
		// "apps/v1/deployments", and "v1/pods" for the core group
		On: func(c *Change, resource string) bool {
			return resource == c.GroupVersion().String()+"/"+c.Resource+phrase.With("/", c.Subresource)
		},
		Waived: func(c *Change, w *Waiver) {
			r.Waived = append(r.Waived, Waived{Change: *c, Reason: w.Reason, Expires: w.Expires})
		},
		Sure: func(w *Waiver) bool {
			_, ours := rule.ByID(w.Rule)
			return !narrowed && (w.Rule == "" || ours)
		},
	}.Apply(waivers, r.Changes, today)
	r.Changes = kept
	r.summarise()
	r.Warnings = append(r.Warnings, warnings...)
	return warnings
}
