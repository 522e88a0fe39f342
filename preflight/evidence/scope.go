package evidence

import "slices"

// Scope narrows what was read of workloads. The zero value is the whole cluster.
type Scope struct {
	// Namespace is the only one whose objects were read; "" for all.
	Namespace string `json:"namespace,omitempty"`
	// Selector picks pods and workloads by their labels, as kubectl writes it.
	Selector string `json:"selector,omitempty"`
}

// Whole reports whether all was read.
func (s Scope) Whole() bool { return s == Scope{} }

// String writes "namespace shop, selector app=web".
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

// Narrows reports whether objects of a resource are left out. Of budgets and claims
// the selector leaves out none: their labels are not those of the pods.
func (s Scope) Narrows(r Resource) bool {
	if slices.Contains([]Resource{Pods, Deployments, StatefulSets, DaemonSets, ReplicaSets}, r) {
		return !s.Whole()
	}
	return s.Namespace != "" && slices.Contains([]Resource{Budgets, Claims, HelmSecrets, HelmConfigMaps}, r)
}
