package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func budgetsOverlap() definition {
	return definition{perWorkload: true, Check: preflight.Check{
		ID: "budgets-overlap", Title: "No pod is selected by two PodDisruptionBudgets", Severity: rule.Breaking, Phase: preflight.NodeDrain, Required: true, Since: "0.3.0",
		Doc: "The API server rejects the eviction of a pod that more than one budget selects, whatever they allow, so a drain of its node never ends. Selectors are " +
			"evaluated completely. Pods that have ended, and pods of DaemonSets, which a drain does not evict, do not count.",
		Migration: "Change the selectors, or delete one of the budgets, so that at most one selects each pod.",
		Needs:     []evidence.Resource{evidence.Budgets, evidence.Pods},
	}, check: checkOverlap}
}

func checkOverlap(in preflight.Input) (f found) {
	if len(in.Budgets) == 0 {
		return doesNotApply(noBudgets)
	}
	table := budgetsOf(in)
	type pair struct{ namespace, first, second string }
	seen := map[pair]bool{}
	for p := range slice.Each(in.Pods) {
		if !running(p) || stays(p) {
			continue
		}
		all := table.of(p.Namespace, p.Labels)
		if len(all) < 2 {
			continue
		}
		key := pair{p.Namespace, all[0].Name, all[1].Name}
		if seen[key] {
			continue
		}
		seen[key] = true
		names := slice.Map(all, func(b *evidence.Budget) string { return b.Name })
		it := f.add(ofBudget(all[0], rule.Breaking, "the budgets %s select the same pods, such as %s, which therefore cannot be evicted", rule.First(names, 5), p.Name))
		it.Value = all[1].Name
		it.Commands = []string{"kubectl -n " + phrase.Word(p.Namespace) + " get pdb " + phrase.Word(all[0].Name) + " " + phrase.Word(all[1].Name) + " -o yaml"}
	}
	return f
}
