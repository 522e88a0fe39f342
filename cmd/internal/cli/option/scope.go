package option

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/kubedelta/kubedelta/cmd/internal/cli/terminal"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// ScopeFlags are the flags that limit which objects of a cluster are read.
type ScopeFlags struct {
	namespace     string
	allNamespaces bool
	Selector      string
}

// Bind adds the flags with these usages.
func (f *ScopeFlags) Bind(flags *pflag.FlagSet, namespace, all, selector string) {
	flags.StringVarP(&f.namespace, "namespace", "n", "", namespace)
	flags.BoolVarP(&f.allNamespaces, "all-namespaces", "A", false, all)
	flags.StringVarP(&f.Selector, "selector", "l", "", selector)
}

// Scope returns the scope that the flags name.
func (f *ScopeFlags) Scope() evidence.Scope {
	s := evidence.Scope{Namespace: f.namespace, Selector: f.Selector}
	if f.allNamespaces {
		s.Namespace = ""
	}
	return s
}

// Check returns an error for a namespace or selector that no API server accepts.
func (f *ScopeFlags) Check() error {
	s := f.Scope()
	if problems := validation.IsDNS1123Label(s.Namespace); s.Namespace != "" && len(problems) > 0 {
		return terminal.Usagef("--namespace %s is not a valid namespace: %s", s.Namespace, problems[0])
	}
	if _, err := labels.Parse(s.Selector); err != nil {
		// The library has no field to name.
		return terminal.Usagef("--selector %s is not a valid selector: %s", s.Selector, strings.ReplaceAll(err.Error(), "<nil>: ", ""))
	}
	return nil
}

// Empty returns an error if a scope contains nothing. With a wrong name, the cluster would look
// ready.
func Empty(e *evidence.Evidence) error {
	if err := WithoutNamespace(e); err != nil {
		return err
	}
	if e.Scope.Selector != "" && e.Reading(evidence.Pods).OK() && len(e.Pods)+len(e.Workloads) == 0 {
		return fmt.Errorf("no pod or workload matches the labels %s", e.Scope.Selector)
	}
	return nil
}

// WithoutNamespace returns an error if the cluster does not have the namespace of the scope.
func WithoutNamespace(e *evidence.Evidence) error {
	if e.Scope.Namespace != "" && e.Reading(evidence.Namespaces).OK() {
		if _, has := e.NamespaceLabels[e.Scope.Namespace]; !has {
			return fmt.Errorf("namespace %s not found", e.Scope.Namespace)
		}
	}
	return nil
}

// Now is the time at which a cluster is read, for the expiry of certificates and the uptime of
// servers. Reports do not contain it.
func Now() time.Time { return time.Now() } //nolint:forbidigo // see above
