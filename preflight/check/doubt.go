package check

import "github.com/kubedelta/kubedelta/preflight/evidence"

// Doubt marks lists as not read if they lack what every cluster has. A proxy between kubedelta and
// the API server may have answered, and a cluster of which nothing is visible must not be reported
// as ready.
func Doubt(e *evidence.Evidence) {
	_, hasSystem := e.NamespaceLabels["kube-system"]
	for _, d := range []struct {
		of     evidence.Resource
		shown  bool
		reason string
	}{
		{evidence.Namespaces, hasSystem, "the namespace kube-system, which every API server creates, is missing"},
		{evidence.Nodes, len(e.Nodes) > 0, "the list is empty, but a cluster has nodes"},
		{evidence.Pods, len(e.Pods) > 0 || !e.Scope.Whole(), "the list is empty, but a cluster has pods"},
	} {
		if r := e.Reading(d.of); r.OK() && !d.shown {
			r.State, r.Reason = evidence.Failed, d.reason+": the list may be incomplete"
			e.Readings[d.of] = r
		}
	}
	for _, of := range everywhere(e.Server.Release.Minor) {
		if r := e.Reading(of); r.State == evidence.NotServed {
			r.State, r.Reason = evidence.Failed, "discovery does not list it, or not the verb list, but every cluster serves it"
			e.Readings[of] = r
		}
	}
}

// everywhere returns the resources that every API server of a minor release serves, from 1.16 on.
// None of them can be disabled without disabling what a cluster needs to work.
func everywhere(minor int) []evidence.Resource {
	all := []evidence.Resource{
		evidence.KubeSystem, evidence.Namespaces, evidence.Nodes, evidence.Pods, evidence.Services, evidence.Volumes, evidence.Claims, evidence.HelmSecrets, evidence.HelmConfigMaps,
		evidence.Deployments, evidence.StatefulSets, evidence.DaemonSets, evidence.ReplicaSets, evidence.Definitions, evidence.APIServices,
		evidence.ValidatingWebhooks, evidence.MutatingWebhooks, evidence.Roles, evidence.ClusterRoles,
		evidence.KubeadmConfig, evidence.KubeletConfig, evidence.KubeProxyConfig, evidence.CoreDNSConfig,
	}
	if minor >= policiesSince {
		all = append(all, evidence.ValidatingPolicies, evidence.ValidatingPolicyBindings)
	}
	return all
}

// policiesSince is the first minor in which ValidatingAdmissionPolicy is stable (KEP-3488).
const policiesSince = 30
