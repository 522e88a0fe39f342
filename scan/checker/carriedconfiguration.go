package checker

import "strings"

// carriedConfiguration checks a configuration of a component in a text, such as a file that
// cloud-init writes to a node. Whether a component reads it is not known.
func (v *visit) carriedConfiguration(emit emitFunc) {
	if v.by.outer.readElsewhere() || !v.checker.Configures(v.o) {
		return
	}
	by := *v.by
	by.doubtful, by.use = true, "read"
	w := visit{checker: v.checker, o: v.o, kind: v.checker.kindOf(v.o), by: &by}
	if !w.isObject() { // which are counted
		v.checker.carried.Add(1)
		if v.count != nil {
			*v.count++
		}
	}
	w.configuration(w.kind.configuration, emit)
}

// readElsewhere reports whether the texts of an object of a file are files that a component is known
// to read, or patches of them. Package scan checks these.
func (v *visit) readElsewhere() bool {
	group, _, _ := strings.Cut(v.o.APIVersion, "/")
	switch {
	case v.by != nil:
		return false
	case v.o.Kind == "ConfigMap":
		return v.o.APIVersion == "v1"
	case strings.HasPrefix(v.o.Kind, "Kubeadm"):
		return strings.HasSuffix(group, ".cluster.x-k8s.io")
	default:
		return v.o.Kind == "Cluster" && group == "kind.x-k8s.io"
	}
}
