package kind

import "slices"

// short is a short name of a Kubernetes resource. API documents do not contain it.
type short struct {
	name, resource string
	groups         []string
}

// shorts returns the short names of the newest release, and of resources and groups that were
// removed. A test compares them with the catalog.
func shorts() []short {
	core, apps := []string{""}, []string{"apps", "extensions"}
	return []short{
		{"cc", "clustercidrs", []string{"networking.k8s.io"}},
		{"cj", "cronjobs", []string{"batch"}},
		{"cm", "configmaps", core},
		{"crd", "customresourcedefinitions", []string{"apiextensions.k8s.io"}},
		{"crds", "customresourcedefinitions", []string{"apiextensions.k8s.io"}},
		{"cs", "componentstatuses", core},
		{"csr", "certificatesigningrequests", []string{"certificates.k8s.io"}},
		{"deploy", "deployments", apps},
		{"ds", "daemonsets", apps},
		{"ep", "endpoints", core},
		{"ev", "events", []string{"", "events.k8s.io"}},
		{"hpa", "horizontalpodautoscalers", []string{"autoscaling", "extensions"}},
		{"ing", "ingresses", []string{"networking.k8s.io", "extensions"}},
		{"ip", "ipaddresses", []string{"networking.k8s.io"}},
		{"limits", "limitranges", core},
		{"netpol", "networkpolicies", []string{"networking.k8s.io", "extensions"}},
		{"no", "nodes", core},
		{"ns", "namespaces", core},
		{"pc", "priorityclasses", []string{"scheduling.k8s.io"}},
		{"pdb", "poddisruptionbudgets", []string{"policy"}},
		{"po", "pods", core},
		{"psp", "podsecuritypolicies", []string{"policy", "extensions"}},
		{"pv", "persistentvolumes", core},
		{"pvc", "persistentvolumeclaims", core},
		{"quota", "resourcequotas", core},
		{"rc", "replicationcontrollers", core},
		{"rs", "replicasets", apps},
		{"sa", "serviceaccounts", core},
		{"sc", "storageclasses", []string{"storage.k8s.io"}},
		{"sts", "statefulsets", apps},
		{"svc", "services", core},
		{"vac", "volumeattributesclasses", []string{"storage.k8s.io"}},
	}
}

// Short returns the short names of one of Kubernetes' own resources.
func Short(group, resource string) (names []string) {
	for _, s := range shorts() {
		if s.resource == resource && slices.Contains(s.groups, group) {
			names = append(names, s.name)
		}
	}
	return names
}
