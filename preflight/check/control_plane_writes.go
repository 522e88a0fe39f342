package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// written is a kind of object that the control plane, or a node, writes.
type written struct {
	group, resource, subresource string
	// namespace is "" for cluster-scoped objects.
	namespace  string
	operations []string
	// labels are the labels that every such object has.
	labels map[string]string
	// when reports whether a hop makes the write necessary; nil if every hop does.
	when func(preflight.Input) bool
}

// name is "clusterroles", "nodes/status", "leases of kube-system".
func (v *written) name() string {
	return v.resource + phrase.With("/", v.subresource) + phrase.With(" of ", v.namespace)
}

//nolint:gochecknoglobals // constants
var (
	makes = []string{"CREATE", "UPDATE"}
	// bootstrapped is on everything that rbac/bootstrap-roles writes
	// (k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go).
	bootstrapped = map[string]string{"kubernetes.io/bootstrapping": "rbac-defaults"}
	// automanaged is on the APIServices of the groups that the API server itself serves
	// (k8s.io/kube-aggregator/pkg/controllers/autoregister).
	automanaged = map[string]string{"kube-aggregator.kubernetes.io/automanaged": "onstart"}
)

// startWrites is what the API server of the next minor writes at its start, as the user
// system:apiserver and through admission, and must write to become ready. It has only writes that
// an upgrade causes: objects that exist since the first start (PriorityClasses, system namespaces)
// are not written again. The minors are those in which the source code of Kubernetes 1.24 to 1.37
// differs.
//
//nolint:gochecknoglobals // a constant
var startWrites = []written{
	// rbac/bootstrap-roles ends the process after 30 seconds
	// (pkg/registry/rbac/rest/storage_rbac.go).
	{group: "rbac.authorization.k8s.io", resource: "clusterroles", operations: makes, labels: bootstrapped},
	{group: "rbac.authorization.k8s.io", resource: "clusterrolebindings", operations: makes, labels: bootstrapped},
	{group: "rbac.authorization.k8s.io", resource: "roles", namespace: "kube-system", operations: makes, labels: bootstrapped, when: to(31)},
	{group: "rbac.authorization.k8s.io", resource: "rolebindings", namespace: "kube-system", operations: makes, labels: bootstrapped, when: to(31)},
	// /readyz waits for autoregister-completion: each group-version must have an available
	// APIService (pkg/controlplane/apiserver/aggregator.go).
	{group: "apiregistration.k8s.io", resource: "apiservices", operations: []string{"CREATE"}, labels: automanaged, when: newVersions},
	{group: "apiregistration.k8s.io", resource: "apiservices", subresource: "status", operations: []string{"UPDATE"}, labels: automanaged, when: newVersions},
	// priority-and-fairness-config-producer ends the process after 5 minutes
	// (pkg/registry/flowcontrol/rest/storage_flowcontrol.go,
	// k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap/default.go).
	{group: "flowcontrol.apiserver.k8s.io", resource: "prioritylevelconfigurations", operations: makes, when: to(26, 28)},
	{group: "flowcontrol.apiserver.k8s.io", resource: "flowschemas", operations: []string{"DELETE"}, when: to(34)},
	// start-service-ip-repair-controllers ends the process after 1 minute. With
	// MultiCIDRServiceAllocator, which is on from 1.33, it creates an object for each cluster IP
	// (KEP-1880; pkg/registry/core/service/ipallocator/controller/repairip.go).
	{group: "networking.k8s.io", resource: "servicecidrs", operations: makes, when: to(33)},
	{group: "networking.k8s.io", resource: "ipaddresses", operations: makes, when: to(33)},
}

// to returns a condition that is true for hops to one of the minors.
func to(minors ...int) func(preflight.Input) bool {
	return func(in preflight.Input) bool { return slices.Contains(minors, in.To.Minor) }
}

// newVersions reports whether a default server of the next minor serves a group-version that a
// default server of this one does not. Without data the answer is yes.
func newVersions(in preflight.Input) bool {
	if in.Old == nil || in.New == nil {
		return true
	}
	before := map[discovery.GroupVersion]bool{}
	for gv := range servedOf(in.Old) {
		before[gv] = true
	}
	for gv := range servedOf(in.New) {
		if !before[gv] {
			return true
		}
	}
	return false
}

// steadyWrites is what nodes and the control plane must write while they run: heartbeats (KEP-589),
// leader election, the registration of nodes, the pods of kube-system, the addresses of the Service
// kubernetes, IPs of Services, and what an API server restores at its start.
//
//nolint:gochecknoglobals // a constant
var steadyWrites = []written{
	{group: "rbac.authorization.k8s.io", resource: "roles", namespace: "kube-system", operations: makes, labels: bootstrapped},
	{group: "rbac.authorization.k8s.io", resource: "rolebindings", namespace: "kube-system", operations: makes, labels: bootstrapped},
	{group: "apiregistration.k8s.io", resource: "apiservices", operations: makes, labels: automanaged},
	{group: "flowcontrol.apiserver.k8s.io", resource: "flowschemas", operations: makes},
	{group: "flowcontrol.apiserver.k8s.io", resource: "prioritylevelconfigurations", operations: makes},
	{resource: "nodes", operations: makes},
	{resource: "nodes", subresource: "status", operations: []string{"UPDATE"}},
	{group: "storage.k8s.io", resource: "csinodes", operations: makes},
	{group: "coordination.k8s.io", resource: "leases", namespace: "kube-node-lease", operations: makes},
	{group: "coordination.k8s.io", resource: "leases", namespace: "kube-system", operations: makes},
	{resource: "pods", namespace: "kube-system", operations: []string{"CREATE"}},
	{group: "discovery.k8s.io", resource: "endpointslices", namespace: "default", operations: makes},
	{group: "networking.k8s.io", resource: "ipaddresses", operations: []string{"CREATE"}},
}

// calledFor returns the writes of a table that a webhook is called for, and those that it may be
// called for. rules selects the rules to look at.
func calledFor(in preflight.Input, w *evidence.Webhook, table []written, rules func(*evidence.WebhookRule) bool) (what, unsure []written) {
	return sorted(in, table, func(v *written) answer { return called(in, w, v, rules) })
}

// sorted returns the writes of a table for which the answer is yes, and those for which it is
// maybe.
func sorted(in preflight.Input, table []written, ask func(*written) answer) (what, unsure []written) {
	for _, v := range table {
		if v.when != nil && !v.when(in) {
			continue
		}
		switch ask(&v) {
		case yes:
			what = append(what, v)
		case maybe:
			unsure = append(unsure, v)
		case no:
		}
	}
	return what, unsure
}

// called reports whether a webhook is called for a write, as k8s.io/apiserver decides in
// admission/plugin/webhook/generic. The namespaceSelector never excludes cluster-scoped objects,
// except a Namespace by its own labels. matchConditions are not evaluated.
func called(in preflight.Input, w *evidence.Webhook, v *written, rules func(*evidence.WebhookRule) bool) answer {
	match := evidence.PolicyMatch{NamespaceSelector: w.NamespaceSelector, ObjectSelector: w.ObjectSelector}
	match.Rules = slice.Filter(w.Rules, func(r evidence.WebhookRule) bool { return rules(&r) })
	if len(match.Rules) == 0 {
		return no
	}
	on := isFor(in, match, v)
	if on == yes && len(w.MatchConditions) > 0 {
		return maybe
	}
	return on
}

// outOfScope reports whether the scope of a rule excludes a resource.
func outOfScope(r *evidence.WebhookRule, inNamespace bool) bool {
	return inNamespace && r.Scope == "Cluster" || !inNamespace && r.Scope == "Namespaced"
}

func namesOf(list []written) (names []string) {
	for v := range slice.Each(list) {
		names = slice.Add(names, v.name())
	}
	return names
}
