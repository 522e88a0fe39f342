package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// notScoped says why a check asks nothing where the reading was narrowed: it would
// need workloads that were not read.
func (d definition) notScoped(needs []evidence.Resource, in preflight.Input) string {
	if in.Scope.Whole() || d.perWorkload || !slices.ContainsFunc(needs, in.Scope.Narrows) {
		return ""
	}
	return "the check needs all workloads, but only those of " + in.Scope.String() + " were read"
}

// Narrow drops the budgets that select none of the pods in scope: a budget does not
// bear the labels of its pods.
func Narrow(e *evidence.Evidence) {
	if e.Scope.Selector == "" {
		return
	}
	e.Budgets = slices.DeleteFunc(e.Budgets, func(b evidence.Budget) bool {
		return !slices.ContainsFunc(e.Pods, func(p evidence.Pod) bool { return p.Namespace == b.Namespace && matches(b.Selector, p.Labels) })
	})
}
