package cli

import (
	"fmt"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/spf13/pflag"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// scopeFlags are the flags that name what is read of a cluster.
type scopeFlags struct {
	namespace     string
	allNamespaces bool
	selector      string
}

func (f *scopeFlags) bind(flags *pflag.FlagSet, namespace, all, selector string) {
	flags.StringVarP(&f.namespace, "namespace", "n", "", namespace)
	flags.BoolVarP(&f.allNamespaces, "all-namespaces", "A", false, all)
	flags.StringVarP(&f.selector, "selector", "l", "", selector)
}

// scoped is the scope that the flags name.
type scoped struct{ evidence.Scope }

func (f *scopeFlags) scope() scoped {
	s := evidence.Scope{Namespace: f.namespace, Selector: f.selector}
	if f.allNamespaces {
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
	if err := withoutNamespace(e); err != nil {
		return err
	}
	if e.Scope.Selector != "" && e.Reading(evidence.Pods).OK() && len(e.Pods)+len(e.Workloads) == 0 {
		return fmt.Errorf("no pod or workload matches the labels %s", e.Scope.Selector)
	}
	return nil
}

// withoutNamespace says that the cluster does not have the namespace of the scope.
func withoutNamespace(e *evidence.Evidence) error {
	if e.Scope.Namespace != "" && e.Reading(evidence.Namespaces).OK() {
		if _, has := e.NamespaceLabels[e.Scope.Namespace]; !has {
			return fmt.Errorf("namespace %s not found", e.Scope.Namespace)
		}
	}
	return nil
}
