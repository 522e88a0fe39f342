package check

import (
	"cmp"
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/preflight"
)

func checkGates(in preflight.Input) (f found) {
	facts, err := f.gateFacts(in)
	if err != nil {
		return unanswered("the table of feature gates", err.Error())
	}
	set := map[string]bool{} // gates that API servers set visibly
	for _, c := range f.configurations(in) {
		if !componentconfig.TakesGates(c.component) || sameMinor(in) && !onNodes(c.component) {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(c.gates)) {
			if c.component == apiServer {
				set[name] = true
			}
			if it := facts.check(c, name, c.gates[name]); it.Severity != "" {
				f.add(it)
			}
		}
		f.needs(facts, c)
	}
	f.runningGates(in, facts, set, slices.ContainsFunc(component(in, apiServer), showsFlags))
	return f
}

// runningGates checks the gates that the API server reports and that are on no visible command
// line.
func (f *found) runningGates(in preflight.Input, facts gateFacts, shown map[string]bool, seen bool) {
	running := runningOf(in, facts.Table)
	if !seen {
		for _, it := range f.needs(facts, placeOf(apiServer, preflight.Item{}, nil, running.set(in))) {
			likelySet(it)
		}
	}
	for _, g := range in.Gates {
		if shown[g.Name] || !running.unlikeDefault(g) {
			continue
		}
		it := facts.check(placeOf(cmp.Or(g.Component, apiServer), preflight.Item{}, nil, nil), g.Name, g.Enabled)
		switch {
		case it.Severity == "":
		case running.byStage(g) && seen:
			// It is on no command line, so AllAlpha or AllBeta set it, and every release accepts
			// these.
		case running.byStage(g):
			f.gap(apiServer, "AllAlpha or AllBeta is set, so kubernetes_feature_enabled does not show which other gates are")
		default:
			likelySet(f.add(it))
		}
	}
}

// likelySet weakens the item of a gate that is on no visible command line.
func likelySet(it *preflight.Item) {
	it.Likely, it.Source = true, "kubernetes_feature_enabled"
	if it.Severity == rule.Breaking {
		it.Severity = rule.Risky
	}
}
