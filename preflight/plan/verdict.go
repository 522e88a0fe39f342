package plan

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// Overall returns the verdict of the required checks: fail if one fails, otherwise unknown if one
// is unknown, otherwise pass. Without checks it is unknown.
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

// worse returns the verdict with more weight. An invalid verdict counts as unknown.
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

// Doubts reports whether an item has the severity unknown, which turns a pass into unknown.
func Doubts(i *preflight.Item) bool { return i.Severity == rule.Unknown }

// AnyDoubts reports whether one of the items has the severity unknown.
func AnyDoubts(items []preflight.Item) bool {
	return slices.ContainsFunc(items, func(i preflight.Item) bool { return Doubts(&i) })
}

// AnyBlocks reports whether one of the items makes its check fail.
func AnyBlocks(items []preflight.Item) bool {
	return slices.ContainsFunc(items, func(i preflight.Item) bool { return Blocks(&i) })
}

// merge adds the outcome for one more hop, without its items. The plan adds those, because it knows
// the hop of each.
func (r *Result) merge(o preflight.Outcome) {
	switch before := r.Verdict; {
	case before == "":
		r.Verdict, r.Why = o.Verdict, o.Why
	case worse(before, o.Verdict) != before:
		r.Verdict, r.Why = worse(before, o.Verdict), o.Why
	}
	r.Gaps = slice.Add(r.Gaps, o.Gaps...)
}

// gapKey identifies a gap. If there are several reasons, the first is shown.
type gapKey struct{ what, permission string }

// gapList collects gaps, with the checks that have them.
type gapList struct {
	list  []gapFound
	index map[gapKey]int
}

type gapFound struct {
	evidence.Gap
	hop    int
	checks []*preflight.Check
	// failed: it represents a check that fails without items.
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
