package plan

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// Accepted is a gap that the operator accepts. It makes no check unknown. Findings are not
// affected.
type Accepted struct {
	evidence.Gap `json:",inline"`
	// Checks are the checks that look at it.
	Checks []string `json:"checks"`
}

// Acceptable reports whether a gap is about the cluster. Gaps of kubedelta itself, such as missing
// data of a release, cannot be accepted, because there would be no answer.
func Acceptable(what string) bool {
	for _, prefix := range []string{"data of ", "the release "} {
		if strings.HasPrefix(what, prefix) {
			return false
		}
	}
	return !slices.Contains([]string{"target", "time", "/version", "objects", "discovery"}, what)
}

// Accepts reports whether the names that the operator gave include an acceptable gap.
func Accepts(names []string, what string) bool {
	return Acceptable(what) && slices.Contains(names, what)
}

// accept removes the accepted gaps from an outcome and records them. An outcome that was unknown
// only because of them passes.
func (m *maker) accept(c *preflight.Check, o preflight.Outcome) preflight.Outcome {
	kept := make([]evidence.Gap, 0, len(o.Gaps))
	for _, g := range o.Gaps {
		if !Accepts(m.in.Accept, g.What) {
			kept = append(kept, g)
			continue
		}
		m.accepted = AddAccepted(m.accepted, g, c.ID)
		if o.Why == g.Reason {
			o.Why = ""
		}
	}
	return o.Left(o.Items, kept)
}

// AddAccepted adds a gap, if it is new, and the check that looks at it; "" is no check.
func AddAccepted(list []Accepted, g evidence.Gap, check string) []Accepted {
	at := slices.IndexFunc(list, func(a Accepted) bool { return a.What == g.What && a.Permission == g.Permission })
	if at < 0 {
		at = len(list)
		list = append(list, Accepted{Gap: g, Checks: []string{}})
	}
	if check != "" && !slices.Contains(list[at].Checks, check) {
		list[at].Checks = append(list[at].Checks, check)
	}
	return list
}
