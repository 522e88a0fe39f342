package evidence

import "slices"

// Scope is how the reading of workloads was narrowed. The zero value is the whole cluster.
type Scope struct {
	// Namespace is the only namespace whose objects were read; "" for all.
	Namespace string `json:"namespace,omitempty"`
	// Selector is a label selector for pods and workloads, in kubectl's syntax.
	Selector string `json:"selector,omitempty"`
}

// Whole reports whether everything was read.
func (s Scope) Whole() bool { return s == Scope{} }

// String returns "namespace shop, selector app=web".
func (s Scope) String() string {
	switch {
	case s.Selector == "":
		return "namespace " + s.Namespace
	case s.Namespace == "":
		return "selector " + s.Selector
	default:
		return "namespace " + s.Namespace + ", selector " + s.Selector
	}
}

// Narrows reports whether objects of a resource are left out. The selector does not narrow budgets
// and claims, because they do not have the labels of the pods.
func (s Scope) Narrows(r Resource) bool {
	if slices.Contains([]Resource{Pods, Deployments, StatefulSets, DaemonSets, ReplicaSets}, r) {
		return !s.Whole()
	}
	return s.Namespace != "" && slices.Contains([]Resource{Budgets, Claims, HelmSecrets, HelmConfigMaps}, r)
}
