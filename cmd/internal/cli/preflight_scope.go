package cli

import (
	"fmt"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// scoped is the scope that the flags name.
type scoped struct{ evidence.Scope }

func (o *preflightOptions) scope() scoped {
	s := evidence.Scope{Namespace: o.namespace, Selector: o.selector}
	if o.allNamespaces {
		s.Namespace = ""
	}
	return scoped{s}
}

// check refuses what no server would take.
func (s scoped) check() error {
	if problems := validation.IsDNS1123Label(s.Namespace); s.Namespace != "" && len(problems) > 0 {
		return usagef("--namespace %s is not a valid namespace: %s", s.Namespace, problems[0])
	}
	if _, err := labels.Parse(s.Selector); err != nil {
		return usagef("--selector %s is not a valid selector: %w", s.Selector, err)
	}
	return nil
}

// empty says why there is nothing in a scope: a wrong name must not look like a
// cluster that is ready.
func empty(e *evidence.Evidence) error {
	if e.Scope.Namespace != "" && e.Reading(evidence.Namespaces).OK() {
		if _, has := e.NamespaceLabels[e.Scope.Namespace]; !has {
			return fmt.Errorf("namespace %s not found", e.Scope.Namespace)
		}
	}
	if e.Scope.Selector != "" && e.Reading(evidence.Pods).OK() && len(e.Pods)+len(e.Workloads) == 0 {
		return fmt.Errorf("no pod or workload matches the labels %s", e.Scope.Selector)
	}
	return nil
}
