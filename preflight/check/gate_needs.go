package check

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
)

// needs are the items of gates that would be on at the target while one that they
// need is off: from 1.35 on a component does not start with that (#133697,
// unsafeSetFromMap in k8s.io/component-base/featuregate). A gate may be on because it
// is set, by AllAlpha or AllBeta, or by default.
func (g gateFacts) needs(c configured) (items []preflight.Item) {
	if !takesGates(c.component) || c.component == "kubeadm" || c.component == cloudManager || len(c.gates) == 0 {
		return nil
	}
	it := c.object
	it.Phase, it.Field, it.Before = c.phase, c.component+" featureGates", hop(g.to)
	if !g.Covers(g.to) {
		// What AllBeta turns on needs nothing that is less stable (AddDependencies).
		if c.gates["AllAlpha"] {
			it.Severity, it.Value = rule.Unknown, "AllAlpha"
			it.Message = c.component + " sets AllAlpha, but kubedelta has no data about dependencies between gates in " + g.to.String()
			items = append(items, it)
		}
		return items
	}
	lacking := g.Lacking(c.gates, g.to)
	for _, name := range slices.Sorted(maps.Keys(lacking)) {
		if _, before := g.Lacking(c.gates, g.from)[name]; before && g.later {
			continue // an earlier hop has it
		}
		off := lacking[name]
		it.Severity, it.Value, it.Notes = rule.Breaking, name, []int{needsPull}
		it.Message = "with the feature gates that " + c.component + " sets, " + name + " is on in " + g.to.String() + " but depends on " + strings.Join(off, " and ") + ", which is off: it does not start"
		it.Migration = []string{"set " + strings.Join(off, "=true, ") + "=true, or " + name + "=false"}
		items = append(items, it)
	}
	return items
}

// needsPull is the pull request that made gates need others.
const needsPull = 133697
