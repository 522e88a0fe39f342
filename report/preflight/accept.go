package preflight

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/plan"
)

// accept takes over what the plan was let accept, with the readings that failed and
// that no check looks at.
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

// accepts: the operator accepts that something is not seen.
func (r *Report) accepts(what string) bool {
	return slices.ContainsFunc(r.Accepted, func(a plan.Accepted) bool { return a.What == what })
}

// acceptedBy are the names of what a check did not see by the operator's leave.
func (r *Report) acceptedBy(check string) (names []string) {
	for _, a := range r.Accepted {
		if slices.Contains(a.Checks, check) {
			names = slice.Add(names, a.What)
		}
	}
	return names
}

// passed are the checks that pass: those that saw all, and those that pass but for
// what is accepted, each with that behind its name.
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

// acceptedWhy is the reason of what is accepted, with the checks that look at it.
func acceptedWhy(a *plan.Accepted) string {
	u := unseen{Gap: a.Gap, checks: a.Checks}
	return u.why()
}

// maxAcceptable bounds how much the report offers to accept: who sees less than
// that is better told which permissions are missing.
const maxAcceptable = 5

// acceptLine is the flag that accepts all that makes the answer unknown; "" where
// there is nothing, too much, or something that cannot be accepted.
func (r *Report) acceptLine() string {
	var names []string
	list := r.unseen()
	for i := range list {
		switch u := &list[i]; {
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

// passedInPart is what the list of checks is called that pass but for what is
// accepted.
const passedInPart = "Passed, except for accepted gaps"

// advise says what to do about what could not be seen: which permissions to add,
// and how to accept the rest.
func (r *Report) advise() []string {
	var lines phrase.Parts
	lines.Add(r.rights() != "", r.rights())
	lines.Add(r.acceptLine() != "", "To accept these gaps: "+r.acceptLine())
	return lines
}
