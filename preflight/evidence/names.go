package evidence

// Names returns the names of gaps, except for resources that are read only because somebody may
// write them at an old version.
func Names() []string {
	names := []string{
		"pods in kube-system", "text of the release notes", "release notes",
		"kube-apiserver", "kube-controller-manager", "kube-scheduler", "cloud-controller-manager", "kube-proxy", "coredns", "kubelet", "etcd",
	}
	for _, r := range []Resource{
		KubeSystem, Namespaces, Nodes, Pods, ComponentPods, Services, EndpointSlices, Budgets, Deployments, StatefulSets, DaemonSets, ReplicaSets, Volumes, Claims,
		Definitions, APIServices, ValidatingWebhooks, MutatingWebhooks,
		ValidatingPolicies, ValidatingPolicyBindings, MutatingPolicies, MutatingPolicyBindings, HelmSecrets, HelmConfigMaps, Metrics, Configz,
	} {
		names = append(names, r.String())
	}
	for _, r := range []Resource{KubeadmConfig, KubeletConfig, KubeProxyConfig, CoreDNSConfig} {
		names = append(names, r.String(), r.String()+" in kube-system")
	}
	return names
}
