package evidence

// LiveFile is the File of findings in live objects.
const LiveFile = "cluster"

// What is read of a cluster, as the keys of [Evidence.Readings]. A resource that is listed only for
// Usage and Checked has its group and resource as key; see [Evidence.Watched].
//
//nolint:gochecknoglobals // constants
var (
	// KubeSystem is the namespace whose UID identifies the cluster.
	KubeSystem = Resource{"", "namespaces/kube-system"}
	// Namespaces are for Evidence.NamespaceLabels.
	Namespaces = Resource{"", "namespaces"}
	Nodes      = Resource{"", "nodes"}
	Pods       = Resource{"", "pods"}
	// ComponentPods are the pods of kube-system, for Components. They may be readable if the user
	// may list only the pods of that namespace.
	ComponentPods = Resource{"", "pods/kube-system"}
	Services      = Resource{"", "services"}
	// EndpointSlices is the key of Evidence.Endpoints, even if they were counted from Endpoints
	// because the server has no slices.
	EndpointSlices     = Resource{"discovery.k8s.io", "endpointslices"}
	Budgets            = Resource{"policy", "poddisruptionbudgets"}
	Deployments        = Resource{"apps", "deployments"}
	StatefulSets       = Resource{"apps", "statefulsets"}
	DaemonSets         = Resource{"apps", "daemonsets"}
	ReplicaSets        = Resource{"apps", "replicasets"}
	Volumes            = Resource{"", "persistentvolumes"}
	Claims             = Resource{"", "persistentvolumeclaims"}
	Definitions        = Resource{"apiextensions.k8s.io", "customresourcedefinitions"}
	APIServices        = Resource{"apiregistration.k8s.io", "apiservices"}
	ValidatingWebhooks = Resource{"admissionregistration.k8s.io", "validatingwebhookconfigurations"}
	MutatingWebhooks   = Resource{"admissionregistration.k8s.io", "mutatingwebhookconfigurations"}
	// ValidatingPolicies and the following are for Evidence.Policies and PolicyBindings.
	ValidatingPolicies       = Resource{"admissionregistration.k8s.io", "validatingadmissionpolicies"}
	ValidatingPolicyBindings = Resource{"admissionregistration.k8s.io", "validatingadmissionpolicybindings"}
	MutatingPolicies         = Resource{"admissionregistration.k8s.io", "mutatingadmissionpolicies"}
	MutatingPolicyBindings   = Resource{"admissionregistration.k8s.io", "mutatingadmissionpolicybindings"}
	// Roles and ClusterRoles are for Evidence.Roles.
	Roles        = Resource{"rbac.authorization.k8s.io", "roles"}
	ClusterRoles = Resource{"rbac.authorization.k8s.io", "clusterroles"}
	// KubeadmConfig and the following are ConfigMaps of kube-system, for Settings. One that does
	// not exist counts as read, with the count 0.
	KubeadmConfig   = Resource{"", "configmaps/kubeadm-config"}
	KubeletConfig   = Resource{"", "configmaps/kubelet-config"}
	KubeProxyConfig = Resource{"", "configmaps/kube-proxy"}
	CoreDNSConfig   = Resource{"", "configmaps/coredns"}
	// HelmSecrets and HelmConfigMaps contain the Helm releases.
	HelmSecrets    = Resource{"", "secrets"}
	HelmConfigMaps = Resource{"", "configmaps"}
	// Metrics is for Requested, Gates, Calls and Started; Configz for Kubelets.
	Metrics = Resource{"path", "/metrics"}
	Configz = Resource{"", "nodes/proxy"}
	// Version has a reading only if the server reported another version at the end.
	Version = Resource{"path", "/version"}
)
