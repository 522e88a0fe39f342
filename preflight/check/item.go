package check

import (
	"cmp"
	"fmt"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// about starts an item about an object.
func about(o evidence.Object, severity rule.Severity, format string, args ...any) preflight.Item {
	return named(o.APIVersion, o.Kind, o.Namespace, o.Name, severity, format, args...)
}

// named starts an item about an object that is known by name.
func named(apiVersion, kind, namespace, name string, severity rule.Severity, format string, args ...any) preflight.Item {
	return preflight.Item{Finding: finding.Finding{
		Severity: severity, APIVersion: apiVersion, Kind: kind, Namespace: namespace, Name: name,
		Message: fmt.Sprintf(format, args...),
	}}
}

// ofDefinition starts an item about a CustomResourceDefinition.
func ofDefinition(c *evidence.CRD, severity rule.Severity, format string, args ...any) preflight.Item {
	return named("apiextensions.k8s.io/v1", "CustomResourceDefinition", "", c.Name, severity, format, args...)
}

// ofBudget starts an item about a PodDisruptionBudget.
func ofBudget(b *evidence.Budget, severity rule.Severity, format string, args ...any) preflight.Item {
	return named(cmp.Or(b.APIVersion, "policy/v1"), "PodDisruptionBudget", b.Namespace, b.Name, severity, format, args...)
}

// ofAPIService starts an item about an APIService.
func ofAPIService(s *evidence.APIService, severity rule.Severity, format string, args ...any) preflight.Item {
	return named("apiregistration.k8s.io/v1", "APIService", "", s.Name, severity, format, args...)
}

// ofCluster starts an item about the cluster as a whole.
func ofCluster(severity rule.Severity, format string, args ...any) preflight.Item {
	return named("", "", "", "", severity, format, args...)
}

// published starts an item that says what release notes say.
func published(format string, args ...any) preflight.Item {
	it := ofCluster(rule.Info, format, args...)
	it.Published = true
	return it
}

// ofNode starts an item about a node.
func ofNode(n *evidence.Node, severity rule.Severity, format string, args ...any) preflight.Item {
	return named("v1", "Node", "", n.Name, severity, format, args...)
}

// ofComponent starts an item about the pod of a component.
func ofComponent(c *evidence.Component, severity rule.Severity, format string, args ...any) preflight.Item {
	return named("v1", "Pod", "kube-system", c.Pod, severity, format, args...)
}

// withValue is an item with what tells it from others about the same object.
func withValue(value string, it preflight.Item) preflight.Item {
	it.Value = value
	return it
}

// withBefore is an item that must be dealt with before a hop.
func withBefore(hop string, it preflight.Item) preflight.Item {
	it.Before = hop
	return it
}

// hop writes "1.29 → 1.30" for the hop that leads to a release.
func hop(to discovery.Release) string {
	if to.Minor == 0 {
		return "→ " + to.String()
	}
	return discovery.Release{Major: to.Major, Minor: to.Minor - 1}.String() + " → " + to.String()
}

func minor(n int) discovery.Release { return discovery.Release{Major: 1, Minor: n} }
