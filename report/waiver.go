package report

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/decision"
)

// Waiver lets one change, or one rule on one resource, pass for a while.
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
	gv := discovery.GroupVersion{Group: c.Group, Version: c.Version}
	name := gv.String() + "/" + c.Resource
	if c.Subresource != "" {
		name += "/" + c.Subresource
	}
	return name
}

// Waive moves the changes that waivers cover out of the count. It adds a warning
// for each waiver that is over (today is "YYYY-MM-DD"), or that covers
// nothing: such a one hides nothing and should go.
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
