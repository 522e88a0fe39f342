package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkBudgets(in preflight.Input) found {
	idle := budgetsOf(in).idle(in)
	_, blocking := singles(in)
	f := each(in.Budgets, noBudgets, func(f *found, b *evidence.Budget) {
		switch {
		case idle[b], blocking[b]:
		case b.ObservedGeneration != b.Generation:
			f.add(ofBudget(b, rule.Unknown, "the status of the budget is older than its spec: whether it allows a disruption is not yet known"))
		case b.SyncFailed:
			f.add(ofBudget(b, rule.Risky, "the budget allows no disruption now: its controller cannot count the pods (the condition DisruptionAllowed has the reason SyncFailed)")).Value = limits(b)
		case b.DisruptionsAllowed > 0, b.ExpectedPods <= 0, b.UnhealthyEvictionPolicy == "AlwaysAllow" && b.CurrentHealthy == 0:
		case neverAllows(b):
			f.add(ofBudget(b, rule.Breaking, "the budget never allows a disruption: it requires %s of %d", rule.Count(b.DesiredHealthy, "healthy pod"), b.ExpectedPods)).Value = limits(b)
		default:
			f.add(ofBudget(b, rule.Risky, "the budget allows no disruption now: it requires %s, and %d of %d are healthy", rule.Count(b.DesiredHealthy, "healthy pod"), b.CurrentHealthy, b.ExpectedPods)).Value = limits(b)
		}
	})
	for _, it := range f.items {
		it.Commands = []string{"kubectl -n " + phrase.Word(it.Namespace) + " get pdb " + phrase.Word(it.Name)}
	}
	return f
}

// neverAllows reports whether a budget allows no disruption even if all its pods are healthy.
func neverAllows(b *evidence.Budget) bool {
	return b.DesiredHealthy >= b.ExpectedPods || b.MaxUnavailable == "0" || b.MaxUnavailable == "0%" || b.MinAvailable == "100%"
}

func limits(b *evidence.Budget) string {
	switch {
	case b.MaxUnavailable != "":
		return "maxUnavailable: " + b.MaxUnavailable
	case b.MinAvailable != "":
		return "minAvailable: " + b.MinAvailable
	default:
		return ""
	}
}
