package plan

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// Overall joins the verdicts of required checks: fail if one fails, else unknown
// if one is, else pass. Of nothing at all nothing is known.
func Overall(required []preflight.Verdict) preflight.Verdict {
	if len(required) == 0 {
		return preflight.Unknown
	}
	worst := preflight.NotApplicable
	for _, v := range required {
		worst = worse(worst, v)
	}
	if worst == preflight.NotApplicable {
		return preflight.Pass
	}
	return worst
}

// worse is the one of two verdicts that counts. What is no verdict is unknown.
func worse(a, b preflight.Verdict) preflight.Verdict {
	order := preflight.Verdicts()
	rank := func(v preflight.Verdict) int {
		if i := slices.Index(order, v); i >= 0 {
			return i
		}
		return 1
	}
	return order[min(rank(a), rank(b))]
}

// Blocks reports whether an item makes its check fail.
func Blocks(i *preflight.Item) bool { return i.Severity.AtLeast(rule.Risky) }

// Doubts reports whether an item is something that could not be told, which makes
// a pass unknown.
func Doubts(i *preflight.Item) bool { return i.Severity == rule.Unknown }

// AnyDoubts reports whether one of the items is of that kind.
func AnyDoubts(items []preflight.Item) bool {
	return slices.ContainsFunc(items, func(i preflight.Item) bool { return Doubts(&i) })
}

// AnyBlocks reports whether one of the items makes its check fail.
func AnyBlocks(items []preflight.Item) bool {
	return slices.ContainsFunc(items, func(i preflight.Item) bool { return Blocks(&i) })
}

// merge adds the answer for one more hop. Items are added by the plan, which
// knows at which hop each stands.
func (r *Result) merge(o preflight.Outcome) {
	switch before := r.Verdict; {
	case before == "":
		r.Verdict, r.Why = o.Verdict, o.Why
	case worse(before, o.Verdict) != before:
		r.Verdict, r.Why = worse(before, o.Verdict), o.Why
	}
	r.Gaps = slice.Add(r.Gaps, o.Gaps...)
}

// gapKey is what makes gaps the same; of several reasons the first is shown.
type gapKey struct{ what, permission string }

// gapList gathers what could not be seen, with the checks that asked for it.
type gapList struct {
	list  []gapFound
	index map[gapKey]int
}

type gapFound struct {
	evidence.Gap
	hop    int
	checks []*preflight.Check
	// failed: it stands for a check that fails without naming anything.
	failed bool
}

func (l *gapList) add(hop int, g evidence.Gap, c *preflight.Check) *gapFound {
	key := gapKey{g.What, g.Permission}
	i, known := l.index[key]
	if !known {
		i = len(l.list)
		l.index[key] = i
		l.list = append(l.list, gapFound{Gap: g, hop: hop})
	}
	if c != nil && !slices.Contains(l.list[i].checks, c) {
		l.list[i].checks = append(l.list[i].checks, c)
	}
	return &l.list[i]
}
