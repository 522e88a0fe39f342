package preflight

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/plan"
)

// accept sets the accepted gaps: those of the plan, and failed readings that no check uses.
func (r *Report) accept(u unplaced, p *plan.Plan) {
	list := slices.Clone(p.Accepted)
	for _, reading := range r.Readings {
		if failed(reading) && plan.Accepts(p.Accept, reading.What) && !slices.ContainsFunc(list, func(a plan.Accepted) bool { return a.What == reading.What }) {
			list = plan.AddAccepted(list, reading.Gap(), "")
		}
	}
	for _, a := range list {
		a.Reason = u.text(a.Reason)
		r.Accepted = append(r.Accepted, a)
	}
	slices.SortStableFunc(r.Accepted, func(a, b plan.Accepted) int { return strings.Compare(a.What, b.What) })
}

func (r *Report) acceptedBy(check string) (names []string) {
	for _, a := range r.Accepted {
		if slices.Contains(a.Checks, check) {
			names = slice.Add(names, a.What)
		}
	}
	return names
}

// passed returns the passed checks: those that saw everything, and those with accepted gaps.
func (r *Report) passed() (whole, inPart []string) {
	for _, c := range r.Checks {
		if c.Verdict != preflight.Pass {
			continue
		}
		if names := r.acceptedBy(c.ID); len(names) > 0 {
			inPart = append(inPart, c.ID+" ("+rule.First(names, 3)+")")
		} else {
			whole = append(whole, c.ID)
		}
	}
	return whole, inPart
}

// maxAcceptable is the most gaps that the report offers to accept. With more gaps, the missing
// permissions are better advice.
const maxAcceptable = 5

// acceptLine is the flag that accepts all gaps; "" if there are none, too many, or one that cannot be accepted.
func (r *Report) acceptLine() string {
	var names []string
	for u := range slice.Each(r.unseen()) {
		switch {
		case !u.required || slices.Contains(names, u.What):
		case !u.acceptable || !plan.Acceptable(u.What):
			return ""
		default:
			names = append(names, u.What)
		}
	}
	if len(names) == 0 || len(names) > maxAcceptable || r.Unreachable != "" {
		return ""
	}
	line := strings.Join(names, ",")
	if strings.ContainsAny(line, " *'") {
		line = strconv.Quote(line)
	}
	return "--accept " + line
}
