package preflight

import (
	"errors"
	"fmt"
	"slices"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/report/decision"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Waive moves the items that waivers cover out of the reports of one run. today is "2026-11-21". An
// expired waiver, one that matches nothing, or one that covers a blocker without allowBlockers is
// an error, and then nothing is waived. An unmatched waiver is no error if it may be for something
// that the run did not see: in a cluster that could not be checked, in workloads or phases that were
// left out, or in data that its check lacks.
func Waive(w *decision.Waivers, reports []*Report, today string) error {
	var errs []error
	failed := func(line int, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s:%d: %s", w.Name, line, fmt.Sprintf(format, args...)))
	}
	places := place(reports)
	for waiver := range slice.Each(w.List) {
		if waiver.Expires < today {
			failed(waiver.Line, "the waiver of %s, owned by %s, expired on %s: fix the finding or renew the waiver", waiver.Fingerprint, escape.Plain(waiver.Owner), waiver.Expires)
			continue
		}
		found := places[waiver.Fingerprint]
		if len(found) == 0 && !slices.ContainsFunc(reports, func(r *Report) bool { return r.mayHide(waiver) }) {
			failed(waiver.Line, "%s", waiver.Unmatched("finding"))
		}
		for _, f := range found {
			if problem := refuses(waiver, f, w.AllowBlockers); problem != "" {
				failed(waiver.Line, "%s", problem)
				break
			}
		}
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	for _, r := range reports {
		r.waive(w.List)
	}
	return nil
}

// mayHide reports whether the finding of a waiver may exist although the report does not have it. A
// waiver that names no check may be of any, except of known-issues: texts of release notes, which it
// lacks by default, need no waivers.
func (r *Report) mayHide(w *decision.Waiver) bool {
	if r.Unreachable != "" || r.Phase != "" || scopeOf(r) != (evidence.Scope{}) || len(r.Gaps) > 0 {
		return true
	}
	return slices.ContainsFunc(r.Checks, func(c Check) bool {
		of := w.Check == c.ID || w.Check == "" && c.ID != check.KnownIssues
		return of && (c.unsure() || len(r.acceptedBy(c.ID)) > 0)
	})
}

// waivable is an item with its report and check.
type waivable struct {
	report *Report
	check  *Check
	item   *preflight.Item
}

func place(reports []*Report) map[string][]waivable {
	places := map[string][]waivable{}
	for _, r := range reports {
		for c := range slice.Each(r.Checks) {
			for j := range c.Items {
				f := c.Items[j].Fingerprint
				places[f] = append(places[f], waivable{r, c, &c.Items[j]})
			}
		}
	}
	return places
}

// refuses is the reason why a waiver cannot cover an item; "" if it can.
func refuses(waiver *decision.Waiver, f waivable, allowBlockers bool) string {
	named := finding.ObjectName(f.item.Namespace, f.item.Name)
	switch {
	case waiver.Check != "" && waiver.Check != f.check.ID:
		return fmt.Sprintf("%s is a finding of the check %s, not of %s", waiver.Fingerprint, f.check.ID, escape.Plain(waiver.Check))
	case waiver.Target != "" && waiver.Target != f.report.Target.Release.String():
		return fmt.Sprintf("%s is for the target %s, not for %s", waiver.Fingerprint, f.report.Target.Release, escape.Plain(waiver.Target))
	case waiver.Object != "" && waiver.Object != named && waiver.Object != f.item.Kind+" "+named:
		return fmt.Sprintf("%s is about %s, not about %s", waiver.Fingerprint, escape.Plain(named), escape.Plain(waiver.Object))
	case f.check.Required && (f.item.Blocks() || f.item.Doubts()) && !allowBlockers:
		return fmt.Sprintf("%s is a blocker (%s): to waive it, set allowBlockers: true", waiver.Fingerprint, f.check.ID)
	}
	return ""
}

// waive moves the covered items, and updates the verdicts of checks, hops and cluster.
func (r *Report) waive(list []decision.Waiver) {
	covers := map[string]*decision.Waiver{}
	for i := range list {
		covers[list[i].Fingerprint] = &list[i]
	}
	waived := map[string]bool{}
	for c := range slice.Each(r.Checks) {
		kept := make([]preflight.Item, 0, len(c.Items))
		for _, item := range c.Items {
			if by := covers[item.Fingerprint]; by != nil {
				r.Waived = append(r.Waived, Waived{Item: item, Check: c.ID, Owner: by.Owner, Reason: by.Reason, Expires: by.Expires})
				waived[item.Fingerprint] = true
			} else {
				kept = append(kept, item)
			}
		}
		if len(kept) < len(c.Items) {
			c.waived(kept)
		}
	}
	for h := range slice.Each(r.Hops) {
		for s := range slice.Each(h.Steps) {
			for k := range s.Objects {
				s.Objects[k].Waived = waived[s.Objects[k].Fingerprint]
			}
			s.Waived = len(s.Fingerprints) > 0 && !slices.ContainsFunc(s.Fingerprints, func(f string) bool { return !waived[f] })
		}
	}
	plan.Settle(r.Hops)
	r.settle()
}

// waived removes items from a check. A check that failed or was unknown only because of them
// passes. A check that failed without items, or that has gaps, does not change.
func (c *Check) waived(kept []preflight.Item) {
	o := preflight.Outcome{Verdict: c.Verdict, Items: c.Items, Gaps: c.Gaps}.Left(kept, c.Gaps)
	c.Verdict, c.Items = o.Verdict, o.Items
}
