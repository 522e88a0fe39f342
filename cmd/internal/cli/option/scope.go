package option

import (
	"fmt"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// ScopeFlags are the flags that name what is read of a cluster.
type ScopeFlags struct {
	namespace     string
	allNamespaces bool
	Selector      string
}

// Bind adds the flags, with their usage.
func (f *ScopeFlags) Bind(flags *pflag.FlagSet, namespace, all, selector string) {
	flags.StringVarP(&f.namespace, "namespace", "n", "", namespace)
	flags.BoolVarP(&f.allNamespaces, "all-namespaces", "A", false, all)
	flags.StringVarP(&f.Selector, "selector", "l", "", selector)
}

// Scoped is the scope that the flags name.
type Scoped struct{ evidence.Scope }

// Scope is what the flags name.
func (f *ScopeFlags) Scope() Scoped {
	s := evidence.Scope{Namespace: f.namespace, Selector: f.Selector}
	if f.allNamespaces {
		s.Namespace = ""
	}
	return Scoped{s}
}

// Check refuses what no server would take.
func (s Scoped) Check() error {
	if problems := validation.IsDNS1123Label(s.Namespace); s.Namespace != "" && len(problems) > 0 {
		return terminal.Usagef("--namespace %s is not a valid namespace: %s", s.Namespace, problems[0])
	}
	if _, err := labels.Parse(s.Selector); err != nil {
		return terminal.Usagef("--selector %s is not a valid selector: %w", s.Selector, err)
	}
	return nil
}

// Empty says why there is nothing in a scope: a wrong name must not look like a
// cluster that is ready.
func Empty(e *evidence.Evidence) error {
	if err := WithoutNamespace(e); err != nil {
		return err
	}
	if e.Scope.Selector != "" && e.Reading(evidence.Pods).OK() && len(e.Pods)+len(e.Workloads) == 0 {
		return fmt.Errorf("no pod or workload matches the labels %s", e.Scope.Selector)
	}
	return nil
}

// WithoutNamespace says that the cluster does not have the namespace of the scope.
func WithoutNamespace(e *evidence.Evidence) error {
	if e.Scope.Namespace != "" && e.Reading(evidence.Namespaces).OK() {
		if _, has := e.NamespaceLabels[e.Scope.Namespace]; !has {
			return fmt.Errorf("namespace %s not found", e.Scope.Namespace)
		}
	}
	return nil
}

// Now is when a cluster is read, for certificates and for how long a server has
// been up. It is not printed.
func Now() time.Time { return time.Now() } //nolint:forbidigo // see above
