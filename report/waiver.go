package report

import (
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// Waiver lets one change, or one rule on one resource, pass for a while.
type Waiver struct {
	// Fingerprint names one change; else Rule and Resource name them.
	Fingerprint string `yaml:"fingerprint"`
	Rule        string `yaml:"rule"`
	// Resource is "group/version/resource", "v1/pods" for the core group.
	Resource string `yaml:"resource"`
	// Reason is printed with what is waived.
	Reason string `yaml:"reason"`
	// Expires is the last day on which it holds: "2027-03-31".
	Expires string `yaml:"expires"`
}

// Waived is a change that a waiver covers.
type Waived struct {
	Change
	Reason  string `json:"reason"`
	Expires string `json:"expires"`
}

// Check says what is wrong with a waiver, if anything is. A waiver without a
// reason and an end would be a rule switched off in silence.
func (w Waiver) Check() error {
	switch {
	case w.Fingerprint == "" && (w.Rule == "" || w.Resource == ""):
		return fmt.Errorf("a waiver needs a fingerprint, or a rule and a resource")
	case w.Fingerprint != "" && (w.Rule != "" || w.Resource != ""):
		return fmt.Errorf("a waiver has either a fingerprint or a rule and a resource, not both")
	case strings.TrimSpace(w.Reason) == "":
		return fmt.Errorf("the waiver of %s has no reason", w.name())
	case !isDate(w.Expires):
		return fmt.Errorf("the waiver of %s needs an expiry date like 2027-03-31 in expires, not %q", w.name(), w.Expires)
	}
	if w.Rule != "" {
		if _, known := rule.ByID(w.Rule); !known {
			return fmt.Errorf("the waiver of %s names an unknown rule; `kubedelta explain` lists the rules", w.name())
		}
	}
	return nil
}

func (w Waiver) name() string {
	if w.Fingerprint != "" {
		return w.Fingerprint
	}
	return w.Rule + " on " + w.Resource
}

// isDate checks the form YYYY-MM-DD, in which dates order as texts.
func isDate(s string) bool {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return false
	}
	for i, r := range s {
		if i != 4 && i != 7 && (r < '0' || r > '9') {
			return false
		}
	}
	return s[5:7] >= "01" && s[5:7] <= "12" && s[8:] >= "01" && s[8:] <= "31"
}

func (w Waiver) covers(c Change) bool {
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
		if w.Expires < today {
			r.Warnings = append(r.Warnings, fmt.Sprintf("the waiver of %s expired on %s and is not applied: fix the change or renew the waiver", w.name(), w.Expires))
			continue
		}
		kept := r.Changes[:0]
		before := len(r.Waived)
		for _, c := range r.Changes {
			if w.covers(c) {
				r.Waived = append(r.Waived, Waived{Change: c, Reason: w.Reason, Expires: w.Expires})
			} else {
				kept = append(kept, c)
			}
		}
		r.Changes = kept
		if len(r.Waived) == before {
			r.Warnings = append(r.Warnings, fmt.Sprintf("the waiver of %s matches no change of this report: remove it", w.name()))
		}
	}
	r.summarise()
}
