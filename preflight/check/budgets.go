package check

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/order"
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

// running reports whether a pod has not ended.
func running(p *evidence.Pod) bool { return p.Phase != "Succeeded" && p.Phase != "Failed" }
