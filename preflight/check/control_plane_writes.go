package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// written is something that the control plane, or a node, writes.
type written struct {
	group, resource, subresource string
	// namespace is "" for what is cluster-scoped.
	namespace  string
	operations []string
	// labels are those that each of these objects has.
	labels map[string]string
	// when tells whether the hop makes the write necessary; nil where each does.
	when func(preflight.Input) bool
}

// name is "clusterroles", "nodes/status", "leases of kube-system".
func (v *written) name() string {
	return v.resource + phrase.With("/", v.subresource) + phrase.With(" of ", v.namespace)
}

//nolint:gochecknoglobals // constants
var (
	makes = []string{"CREATE", "UPDATE"}
	// bootstrapped is on all that rbac/bootstrap-roles writes
	// (k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go).
	bootstrapped = map[string]string{"kubernetes.io/bootstrapping": "rbac-defaults"}
	// automanaged is on the APIServices of what the API server itself serves
	// (k8s.io/kube-aggregator/pkg/controllers/autoregister).
	automanaged = map[string]string{"kube-aggregator.kubernetes.io/automanaged": "onstart"}
)

// startWrites is what the API server of the next minor writes at its start and does
// not become ready without, as the user system:apiserver, through admission. It is
// what an upgrade changes: what exists since the first start (PriorityClasses, system
// namespaces) is not written again. The minors are those in which the sources of
// Kubernetes 1.24 to 1.37 differ.
//
//nolint:gochecknoglobals // a constant
var startWrites = []written{
	// rbac/bootstrap-roles ends the process after 30 s (pkg/registry/rbac/rest/storage_rbac.go).
	{group: "rbac.authorization.k8s.io", resource: "clusterroles", operations: makes, labels: bootstrapped},
	{group: "rbac.authorization.k8s.io", resource: "clusterrolebindings", operations: makes, labels: bootstrapped},
	{group: "rbac.authorization.k8s.io", resource: "roles", namespace: "kube-system", operations: makes, labels: bootstrapped, when: to(31)},
	{group: "rbac.authorization.k8s.io", resource: "rolebindings", namespace: "kube-system", operations: makes, labels: bootstrapped, when: to(31)},
	// /readyz waits for autoregister-completion: each group-version must have an APIService
	// that is available (pkg/controlplane/apiserver/aggregator.go).
	{group: "apiregistration.k8s.io", resource: "apiservices", operations: []string{"CREATE"}, labels: automanaged, when: newVersions},
	{group: "apiregistration.k8s.io", resource: "apiservices", subresource: "status", operations: []string{"UPDATE"}, labels: automanaged, when: newVersions},
	// priority-and-fairness-config-producer ends the process after 5 min
	// (pkg/registry/flowcontrol/rest/storage_flowcontrol.go,
	// k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap/default.go).
	{group: "flowcontrol.apiserver.k8s.io", resource: "prioritylevelconfigurations", operations: makes, when: to(26, 28)},
	{group: "flowcontrol.apiserver.k8s.io", resource: "flowschemas", operations: []string{"DELETE"}, when: to(34)},
	// start-service-ip-repair-controllers ends the process after 1 min; with
	// MultiCIDRServiceAllocator, on from 1.33, it makes an object for each cluster IP
	// (KEP-1880; pkg/registry/core/service/ipallocator/controller/repairip.go).
	{group: "networking.k8s.io", resource: "servicecidrs", operations: makes, when: to(33)},
	{group: "networking.k8s.io", resource: "ipaddresses", operations: makes, when: to(33)},
}

// to tells whether a hop leads to one of the minors.
func to(minors ...int) func(preflight.Input) bool {
	return func(in preflight.Input) bool { return slices.Contains(minors, in.To.Minor) }
}

// newVersions: a default server of the next minor serves a group-version that this
// one does not. Without data it may.
func newVersions(in preflight.Input) bool {
	if in.Old == nil || in.New == nil {
		return true
	}
	before := map[discovery.GroupVersion]bool{}
	eachServed(in.Old, func(gv discovery.GroupVersion, _ *discovery.Resource) { before[gv] = true })
	more := false
	eachServed(in.New, func(gv discovery.GroupVersion, _ *discovery.Resource) { more = more || !before[gv] })
	return more
}

// steadyWrites is what nodes and the control plane cannot do without while they run:
// heartbeats (KEP-589), leader election, the registration of nodes, what runs in
// kube-system, the addresses of the Service kubernetes, IPs of Services, and what an
// API server makes again at its start where it differs.
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

// calledFor lists what of a table a webhook is called for, and what it may be called
// for. rules picks the rules that are looked at.
func calledFor(in preflight.Input, w *evidence.Webhook, table []written, rules func(*evidence.WebhookRule) bool) (what, unsure []written) {
	return sorted(in, table, func(v *written) answer { return called(in, w, v, rules) })
}

// sorted are the writes of a table for which the answer is yes, and those for which it may
// be.
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

// called tells whether a webhook is called for a write, as k8s.io/apiserver decides in
// admission/plugin/webhook/generic: by the namespaceSelector, which never leaves out
// what is cluster-scoped (a Namespace goes by its own labels), the objectSelector, the
// rules, and the matchConditions, which are not evaluated here.
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

// outOfScope: the rule's scope leaves the resource out.
func outOfScope(r *evidence.WebhookRule, inNamespace bool) bool {
	return inNamespace && r.Scope == "Cluster" || !inNamespace && r.Scope == "Namespaced"
}

func namesOf(list []written) (names []string) {
	for v := range slice.Each(list) {
		names = slice.Add(names, v.name())
	}
	return names
}

// clusterScoped: something of the list is in no namespace.
func clusterScoped(list []written) bool {
	return slices.ContainsFunc(list, func(v written) bool { return v.namespace == "" })
}
