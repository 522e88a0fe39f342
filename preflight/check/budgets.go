package check

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// budgets looks up the PodDisruptionBudgets that select a pod. They are indexed by one label that
// they require, so that a pod is compared with few of them.
type budgets struct {
	// byLabel is by "namespace\x00key=value"; "namespace\x00" has the budgets that require no specific
	// label.
	byLabel map[string][]*evidence.Budget
	// memo is by namespace and labels, because the pods of one workload have the same labels.
	memo map[string][]*evidence.Budget
}

func budgetsOf(in preflight.Input) budgets {
	b := budgets{map[string][]*evidence.Budget{}, map[string][]*evidence.Budget{}}
	for budget := range slice.Each(in.Budgets) {
		if !selectsNothing(budget) {
			at := budget.Namespace + "\x00" + certainLabel(budget.Selector)
			b.byLabel[at] = append(b.byLabel[at], budget)
		}
	}
	return b
}

// selectsNothing reports whether a budget selects no pod. A selector that is absent selects no pod.
// An empty one selects all pods in policy/v1, and none in policy/v1beta1.
func selectsNothing(b *evidence.Budget) bool {
	return b.Selector.Null || !selects(b.Selector) && b.APIVersion == "policy/v1beta1"
}

// certainLabel returns one of the labels that a selector requires, "key=value"; "" if there is none.
func certainLabel(s evidence.Selector) (first string) {
	for key, value := range s.Labels {
		if label := key + "=" + value; first == "" || label < first {
			first = label
		}
	}
	return first
}

// of returns the budgets that select pods with these labels, by name.
func (b budgets) of(namespace string, labels map[string]string) []*evidence.Budget {
	memo := labelsKey(namespace, labels)
	if known, has := b.memo[memo]; has {
		return known
	}
	var out []*evidence.Budget
	take := func(all []*evidence.Budget) {
		out = append(out, slice.Filter(all, func(b *evidence.Budget) bool { return matches(b.Selector, labels) })...)
	}
	take(b.byLabel[namespace+"\x00"])
	for key, value := range labels {
		take(b.byLabel[namespace+"\x00"+key+"="+value])
	}
	order.By(out, func(x, y *evidence.Budget) int { return strings.Compare(x.Name, y.Name) })
	b.memo[memo] = out
	return out
}

func labelsKey(namespace string, labels map[string]string) string {
	keys := slice.Map(slices.Sorted(maps.Keys(labels)), func(key string) string { return key + "=" + labels[key] })
	return namespace + "\x00" + strings.Join(keys, "\x00")
}

// stays reports whether a drain leaves a pod on its node. kubectl drain --ignore-daemonsets skips
// pods of DaemonSets, and static pods are not evicted through the API server.
func stays(p *evidence.Pod) bool {
	return p.Mirror || p.Owner.Kind == "DaemonSet" && p.Owner.Controller
}

// idle returns the budgets that block no drain, because each of their pods stays on its node or has
// ended. The API server evicts ended pods whatever a budget allows. If not all pods were read, no
// budget is known to be idle.
func (b budgets) idle(in preflight.Input) map[*evidence.Budget]bool {
	out := map[*evidence.Budget]bool{}
	if !in.Reading(evidence.Pods).OK() || in.Scope.Selector != "" {
		return out
	}
	for p := range slice.Each(in.Pods) {
		for _, budget := range b.of(p.Namespace, p.Labels) {
			before, seen := out[budget]
			out[budget] = (before || !seen) && (stays(p) || !running(p))
		}
	}
	return out
}

// uncontrolled returns the budgets that select a running pod without a controller. The disruption
// controller does not count such pods for a budget with maxUnavailable or a percentage
// (getExpectedScale in pkg/controller/disruption).
func (b budgets) uncontrolled(in preflight.Input) map[*evidence.Budget]bool {
	out := map[*evidence.Budget]bool{}
	for p := range slice.Each(in.Pods) {
		if p.Owner.Controller || p.Mirror || !running(p) {
			continue
		}
		for _, budget := range b.of(p.Namespace, p.Labels) {
			out[budget] = true
		}
	}
	return out
}

// running reports whether a pod has not ended.
func running(p *evidence.Pod) bool { return p.Phase != "Succeeded" && p.Phase != "Failed" }

func checkBudgets(in preflight.Input) found {
	table := budgetsOf(in)
	idle, uncontrolled := table.idle(in), table.uncontrolled(in)
	_, blocking := singles(in)
	f := each(in.Budgets, noBudgets, func(f *found, b *evidence.Budget) {
		switch {
		case idle[b], blocking[b]:
		case b.SyncFailed: // then the controller does not set observedGeneration
			f.add(ofBudget(b, rule.Risky, "the budget allows no disruption now: its controller cannot count the pods (the condition DisruptionAllowed has the reason SyncFailed)")).Value = limits(b)
		case b.ObservedGeneration != b.Generation:
			f.add(ofBudget(b, rule.Unknown, "the status of the budget is older than its spec: whether it allows a disruption is not yet known"))
		case b.DisruptionsAllowed > 0, b.UnhealthyEvictionPolicy == "AlwaysAllow" && b.CurrentHealthy == 0:
		case b.ExpectedPods == 0 && uncontrolled[b]:
			f.add(ofBudget(b, rule.Breaking, "the budget never allows a disruption: it selects pods without a controller, and %s does not count these; set minAvailable to a number", limits(b))).Value = limits(b)
		case b.ExpectedPods == 0 && b.CurrentHealthy > 0 && !in.Reading(evidence.Pods).OK():
			f.lacks(in, evidence.Pods)
		case b.ExpectedPods <= 0:
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
