package report

import (
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/report/decision"
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

// Waive moves the changes that waivers cover to Waived. today is "YYYY-MM-DD". It adds a warning
// for each waiver that has expired or matches nothing, because such a waiver should be removed.
func (r *Report) Waive(waivers []Waiver, today string) {
	for _, w := range waivers {
		if ended := w.Ended(today, "change"); ended != "" {
			r.Warnings = append(r.Warnings, ended)
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
		if len(r.Waived) == before {
			r.Warnings = append(r.Warnings, w.Unmatched("change"))
		}
	}
	r.summarise()
}
