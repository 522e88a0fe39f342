package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

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
