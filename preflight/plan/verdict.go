package plan

import (
	"slices"

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
		worst = preflight.Worse(worst, v)
	}
	if worst == preflight.NotApplicable {
		return preflight.Pass
	}
	return worst
}

// merge adds the outcome for one more hop, without its items. The plan adds those, because it knows
// the hop of each.
func (r *Result) merge(o preflight.Outcome) {
	switch before := r.Verdict; {
	case before == "":
		r.Verdict, r.Why = o.Verdict, o.Why
	case preflight.Worse(before, o.Verdict) != before:
		r.Verdict, r.Why = preflight.Worse(before, o.Verdict), o.Why
	}
	r.Gaps = slice.Add(r.Gaps, o.Gaps...)
}

// gapFound is a gap, with the first hop that has it and the checks that have it. If there are
// several reasons, the first is shown.
type gapFound struct {
	evidence.Gap
	hop    int
	checks []*preflight.Check
	// failed: it represents a check that fails without items.
	failed bool
}

// gap records a gap of a check at a hop; nil is no check.
func (m *maker) gap(hop int, g evidence.Gap, c *preflight.Check) *gapFound {
	known := slice.Find(m.gaps, func(k *gapFound) bool { return k.What == g.What && k.Permission == g.Permission })
	if known == nil {
		m.gaps = append(m.gaps, gapFound{Gap: g, hop: hop})
		known = &m.gaps[len(m.gaps)-1]
	}
	if c != nil && !slices.Contains(known.checks, c) {
		known.checks = append(known.checks, c)
	}
	return known
}
