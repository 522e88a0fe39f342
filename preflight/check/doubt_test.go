package check_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// TestDoubt: lists that lack what every cluster has count as not read, unless they were narrowed.
func TestDoubt(t *testing.T) {
	e := func() *evidence.Evidence {
		return &evidence.Evidence{
			Nodes: []evidence.Node{{}}, Pods: []evidence.Pod{{}}, NamespaceLabels: map[string]map[string]string{"kube-system": nil},
			Readings: map[evidence.Resource]evidence.Reading{
				evidence.Nodes: {State: evidence.Read}, evidence.Pods: {State: evidence.Read}, evidence.Namespaces: {State: evidence.Read}, evidence.Deployments: {State: evidence.Read}, evidence.Budgets: {State: evidence.NotServed},
			},
		}
	}
	for of, change := range map[evidence.Resource]func(*evidence.Evidence){
		{}:                  func(*evidence.Evidence) {},
		evidence.Nodes:      func(e *evidence.Evidence) { e.Nodes = nil },
		evidence.Pods:       func(e *evidence.Evidence) { e.Pods = nil },
		evidence.Namespaces: func(e *evidence.Evidence) { e.NamespaceLabels = map[string]map[string]string{"default": nil} },
		evidence.Deployments: func(e *evidence.Evidence) {
			e.Readings[evidence.Deployments] = evidence.Reading{State: evidence.NotServed}
		},
		evidence.ValidatingPolicies: func(e *evidence.Evidence) {
			e.Server.Release.Minor = 30
			e.Readings[evidence.ValidatingPolicies] = evidence.Reading{State: evidence.NotServed}
			e.Readings[evidence.MutatingPolicies] = evidence.Reading{State: evidence.NotServed}
		},
	} {
		one := e()
		change(one)
		check.Doubt(one)
		for key, r := range one.Readings {
			if failed := r.State == evidence.Failed; failed != (key == of) || failed != (r.Reason != "") {
				t.Errorf("without %s: %s is %+v", of, key, r)
			}
		}
	}
	one := e()
	one.Pods, one.Scope.Namespace = nil, "shop"
	check.Doubt(one)
	if r := one.Reading(evidence.Pods); !r.OK() {
		t.Errorf("a namespace without pods: %+v", r)
	}
}
