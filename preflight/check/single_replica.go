package check

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkSingles(in preflight.Input) found {
	if len(in.Budgets) == 0 {
		return doesNotApply(noBudgets)
	}
	f, _ := singles(in)
	return f
}

// singles returns the findings, and the budgets that they are about.
func singles(in preflight.Input) (f found, blocking map[*evidence.Budget]bool) {
	blocking = map[*evidence.Budget]bool{}
	table := budgetsOf(in)
	replicas := map[*evidence.Budget]int{}
	for _, w := range in.Workloads {
		if w.Kind == "ReplicaSet" && slices.ContainsFunc(w.Owners, func(o evidence.Owner) bool { return o.Kind == "Deployment" }) {
			continue // its pods are those of the Deployment
		}
		for _, b := range table.of(w.Namespace, w.PodLabels) {
			replicas[b] += w.Replicas
		}
	}
	for _, w := range in.Workloads {
		if w.Replicas != 1 || w.Kind == "DaemonSet" || controlled(w.Object) {
			continue
		}
		for _, b := range table.of(w.Namespace, w.PodLabels) {
			if replicas[b] > 1 || !guardsOne(b) || allows(b) {
				continue
			}
			it := f.add(about(w.Object, rule.Breaking, "the %s has one replica, and the budget %s (%s) does not allow its eviction", w.Kind, b.Name, limits(b)))
			it.Value = b.Name
			it.Commands = []string{"kubectl -n " + phrase.Word(w.Namespace) + " scale " + phrase.Word(strings.ToLower(w.Kind)) + " " + phrase.Word(w.Name) + " --replicas=2"}
			blocking[b] = true
		}
	}
	return f, blocking
}

// guardsOne reports whether a budget allows no disruption of a single pod.
func guardsOne(b *evidence.Budget) bool {
	switch b.MinAvailable {
	case "", "0", "0%":
	default:
		return b.UnhealthyEvictionPolicy != "AlwaysAllow" || b.CurrentHealthy > 0
	}
	return b.MaxUnavailable == "0" || b.MaxUnavailable == "0%"
}

// allows reports whether a budget allows a disruption now, for example because it also selects pods
// without a workload.
func allows(b *evidence.Budget) bool {
	return b.ObservedGeneration == b.Generation && b.DisruptionsAllowed > 0
}

// controlled reports whether an object has a controller.
func controlled(o evidence.Object) bool {
	return slices.ContainsFunc(o.Owners, func(owner evidence.Owner) bool { return owner.Controller })
}
