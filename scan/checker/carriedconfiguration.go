package checker

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/scan/carried"
)

// configurationText checks a configuration of a component in a text, such as a file that cloud-init
// writes to a node. Whether a component reads it is not known.
func (v *visit) configurationText(emit emitFunc) {
	if v.by.outer.readElsewhere() || !v.checker.Configures(v.o) || v.picks != nil && !v.picks(v.o) {
		return
	}
	v.carriedConfiguration(v.by, true, !v.isObject(), emit)
}

// configurationMap checks a map inside a document that is a configuration of a component, such as the
// audit policy in a configuration of Talos. It reports whether the map is one. The component that
// reads a configuration reads the configurations in it.
func (v *visit) configurationMap(apiVersion, kind int, emit emitFunc) bool {
	t, root := v.o.Tree, v.container(apiVersion)
	gvk := discovery.ParseGroupVersion(t.Nodes[apiVersion].Value).WithKind(t.Nodes[kind].Value)
	if root == v.o.Root || v.inText() || carried.Filled(t.Nodes[apiVersion].Value) || carried.Filled(gvk.Kind) || v.notApplied(root) || v.readElsewhere() {
		return false
	}
	o := *v.o
	o.List, o.Root, o.APIVersionNode, o.KindNode, o.APIVersion, o.Kind, o.Name, o.Namespace = nil, root, apiVersion, kind, t.Nodes[apiVersion].Value, gvk.Kind, "", ""
	if !v.checker.Configures(&o) {
		return false
	}
	if v.picks != nil && !v.picks(&o) {
		*v.left++
		return true
	}
	c, ok := v.carrier(root, nil)
	if ok {
		w := visit{checker: v.checker, o: &o, count: v.count}
		w.carriedConfiguration(c, v.by != nil || !v.checker.Configures(v.o), true, emit)
	}
	return true
}

// carriedConfiguration checks a configuration in something else. counts: it is not counted otherwise.
func (v *visit) carriedConfiguration(in *carrier, doubtful, counts bool, emit emitFunc) {
	by := *in
	by.doubtful, by.use = doubtful, "read"
	w := visit{checker: v.checker, o: v.o, kind: v.checker.kindOf(v.o), by: &by}
	if counts {
		v.checker.carried.Add(1)
		if v.count != nil {
			*v.count++
		}
	}
	w.configuration(w.kind.configuration, emit)
}

// readElsewhere reports whether an object of a file has files and settings that a component is known
// to read, or patches of them. Package scan, and the parts of the kind, check these.
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
