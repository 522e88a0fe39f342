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

func waives(w Waiver, c Change) bool {
	if w.Fingerprint != "" {
		return w.Fingerprint == c.Fingerprint
	}
	return w.Rule == c.Rule && w.Resource == resourceName(c)
}

// resourceName writes "apps/v1/deployments", and "v1/pods" for the core group.
func resourceName(c Change) string {
	return c.GroupVersion().String() + "/" + c.Resource + phrase.With("/", c.Subresource)
}

// narrowed reports whether filters left out changes, or a side could not be read completely, so that
// a waiver may cover a change that the report does not have.
func (r *Report) narrowed() bool {
	return r.Filtered > 0 || envelope.Omit(r.Severities) || r.Uses != nil && r.Uses.LeftOut > 0 || len(r.Old.Incomplete)+len(r.New.Incomplete) > 0
}

// Waive moves the changes that waivers cover to Waived. today is "YYYY-MM-DD". It adds
// warnings about waivers to the report, and returns them.
func (r *Report) Waive(waivers []Waiver, today string) []string {
	used := make([]bool, len(waivers))
	for i, w := range waivers {
		if w.Ended(today, "change") != "" {
			continue
		}
		kept := r.Changes[:0]
		before := len(r.Waived)
		for _, c := range r.Changes {
			if waives(w, c) {
				r.Waived = append(r.Waived, Waived{Change: c, Reason: w.Reason, Expires: w.Expires})
			} else {
				kept = append(kept, c)
			}
		}
		r.Changes = kept
		used[i] = len(r.Waived) > before
	}
	r.summarise()
	narrowed := r.narrowed()
	warnings := decision.Warnings(waivers, used, today, "change", func(w *Waiver) bool {
		_, ours := rule.ByID(w.Rule)
		return !narrowed && (w.Rule == "" || ours)
	})
	r.Warnings = append(r.Warnings, warnings...)
	return warnings
}
