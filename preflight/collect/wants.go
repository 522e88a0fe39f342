package collect

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// want is a resource that is listed for the checks: a row of the table for [Collect] and
// [ClusterRole].
type want struct {
	key evidence.Resource
	// instead is read if the server does not serve key.
	instead evidence.Resource
	// make creates the value into which an object is decoded, alternate that for instead.
	make, alternate func() kind
	// page is the number of objects of a page.
	page int
	// part is a member that API servers write in every object, and that the checks need.
	part string
	// metadataOnly: the checks need only the metadata.
	metadataOnly bool
	// selector is a query that selects some of the objects.
	selector string
	// why is the comment in the ClusterRole.
	why string
}

// Sizes of pages. The server holds a page in memory, so pages of large objects are small.
const (
	page      = 500
	largePage = 50
	hugePage  = 10
)

// helmSelector selects the revisions that no later one replaced: most revisions are superseded.
const (
	notSuperseded = "status%21%3Dsuperseded"
	helmSelector  = "labelSelector=owner%3Dhelm%2C" + notSuperseded
)

func wants() []want {
	return []want{
		{key: evidence.Namespaces, make: func() kind { return &namespace{} }, page: page, metadataOnly: true, why: "namespaces for which webhooks are called"},
		{key: evidence.Nodes, make: func() kind { return &node{} }, page: page, part: "status", why: "versions, container runtime and conditions of nodes"},
		{key: evidence.Pods, make: func() kind { return &pod{} }, page: page, part: "spec", why: "versions of the control plane, pods to drain"},
		{key: evidence.Services, make: func() kind { return &service{} }, page: page, part: "spec", why: "services of webhooks"},
		{
			key: evidence.EndpointSlices, make: func() kind { return &endpointSlice{} }, page: page, why: "endpoints of webhooks",
			instead: evidence.Resource{Name: "endpoints"}, alternate: func() kind { return &endpoints{} },
		},
		{key: evidence.Budgets, make: func() kind { return &budget{} }, page: page, part: "spec", why: "drains"},
		{key: evidence.Deployments, make: func() kind { return &workload{} }, page: page, part: "spec", why: "drains"},
		{key: evidence.StatefulSets, make: func() kind { return &workload{} }, page: page, part: "spec", why: "drains"},
		{key: evidence.DaemonSets, make: func() kind { return &workload{} }, page: page, part: "spec", why: "drains"},
		{key: evidence.ReplicaSets, make: func() kind { return &workload{} }, page: page, part: "spec", why: "drains"},
		{key: evidence.Volumes, make: func() kind { return &volume{} }, page: page, part: "spec", why: "drains"},
		{key: evidence.Claims, make: func() kind { return &claim{} }, page: page, part: "spec", why: "drains"},
		{key: evidence.Definitions, make: func() kind { return &definition{} }, page: largePage, part: "spec", why: "versions and conversion of custom resources"},
		{key: evidence.APIServices, make: func() kind { return &apiService{} }, page: page, part: "spec", why: "aggregated APIs"},
		{key: evidence.ValidatingWebhooks, make: func() kind { return &webhookConfiguration{} }, page: page, why: "webhooks"},
		{key: evidence.MutatingWebhooks, make: func() kind { return &webhookConfiguration{} }, page: page, why: "webhooks"},
		{key: evidence.ValidatingPolicies, make: func() kind { return &admissionPolicy{} }, page: page, part: "spec", why: "admission policies"},
		{key: evidence.ValidatingPolicyBindings, make: func() kind { return &policyBinding{} }, page: page, part: "spec", why: "admission policies"},
		{key: evidence.MutatingPolicies, make: func() kind { return &admissionPolicy{} }, page: page, part: "spec", why: "admission policies"},
		{key: evidence.MutatingPolicyBindings, make: func() kind { return &policyBinding{} }, page: page, part: "spec", why: "admission policies"},
		{key: evidence.Roles, make: func() kind { return &role{} }, page: page, why: "permissions that no longer work at the target"},
		{key: evidence.ClusterRoles, make: func() kind { return &role{} }, page: page, why: "permissions that no longer work at the target"},
		{key: evidence.HelmSecrets, make: func() kind { return &releaseSecret{} }, page: hugePage, selector: helmSelector + "&fieldSelector=type%3Dhelm.sh%2Frelease.v1", why: "manifests of Helm releases"},
		{key: evidence.HelmConfigMaps, make: func() kind { return &releaseConfigMap{} }, page: hugePage, selector: helmSelector, why: "manifests of Helm releases"},
	}
}

// settings is a ConfigMap of kube-system: the first of its names that exists.
type settings struct {
	key   evidence.Resource
	names []string
	// entries are keys of its data. The first that exists counts.
	entries []string
	into    func(*evidence.Settings) *string
}

// kubeadm appended the version to the name of the ConfigMap before 1.24 (its feature gate
// UnversionedKubeletConfigMap). A role for any cluster has the names from 1.14 on.
const (
	firstKubeletConfig       = 14
	unversionedKubeletConfig = 24
)

// settingsOf returns the ConfigMaps of a cluster of a release.
func settingsOf(r discovery.Release) []settings {
	kubelet := []string{"kubelet-config"}
	if r.Known() && r.Minor < unversionedKubeletConfig {
		kubelet = append(kubelet, "kubelet-config-"+r.String())
	}
	return []settings{
		{evidence.KubeadmConfig, []string{"kubeadm-config"}, []string{"ClusterConfiguration"}, func(s *evidence.Settings) *string { return &s.ClusterConfiguration }},
		{evidence.KubeletConfig, kubelet, []string{"kubelet"}, func(s *evidence.Settings) *string { return &s.KubeletConfiguration }},
		// On EKS it is kube-proxy-config.
		{evidence.KubeProxyConfig, []string{"kube-proxy", "kube-proxy-config"}, []string{"config.conf", "config"}, func(s *evidence.Settings) *string { return &s.KubeProxy }},
		{evidence.CoreDNSConfig, []string{"coredns"}, []string{"Corefile"}, func(s *evidence.Settings) *string { return &s.Corefile }},
	}
}
