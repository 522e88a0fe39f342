package checker

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/carried"
)

// parts checks what an object carries without a type, and counts the values of charts, which are
// not rendered here.
func (v *visit) parts(emit emitFunc) {
	if v.kind.gvk.Group == "operators.coreos.com" && v.o.Kind == "ClusterServiceVersion" {
		v.below(v.o.Root, []string{"spec", "install", "spec", "deployments" + componentconfig.Entries}, func(node int) { v.deployment(node, emit) })
		return
	}
	for _, path := range v.valuesPaths() {
		v.below(v.o.Root, strings.Split(path, "."), func(node int) { v.chartValues(node, emit) })
	}
}

// valuesPaths are the paths at which the object has values of charts.
func (v *visit) valuesPaths() []string {
	for _, of := range facts().ChartValues {
		if of.Group == v.kind.gvk.Group && of.Kind == v.o.Kind {
			return of.Paths
		}
	}
	return nil
}

// chartValues counts the values of a chart, and reads them if they are a text.
func (v *visit) chartValues(node int, emit emitFunc) {
	v.checker.pass(v.o, "values of a chart, which is not rendered")
	if text := v.o.Tree.Nodes[node].Value; v.valuesText(node) && !carried.Looks(text) { // lookAt reads the others
		v.read(node, text, emit)
	}
}

// valuesText reports whether a text has the values of a chart.
func (v *visit) valuesText(node int) bool {
	n := &v.o.Tree.Nodes[node]
	switch {
	case n.Kind != tree.String:
		return false
	case v.kind.gvk.Group == "argoproj.io":
		return n.Key == "values" && v.keyed(v.parent(node), "helm")
	default:
		return n.Key == "valuesContent" && v.kind.gvk.Group == "helm.cattle.io"
	}
}

// deployment checks the fields of a Deployment without a type, in a ClusterServiceVersion.
func (v *visit) deployment(node int, emit emitFunc) {
	meta := typeMeta{"apps/v1", "Deployment"}
	t, k := v.o.Tree, v.checker.kinds[meta]
	c, ok := v.carrier(node, nil)
	if k == nil || !ok || t.Nodes[node].Kind != tree.Map {
		return
	}
	o := *v.o
	o.List, o.Root, o.APIVersionNode, o.KindNode, o.APIVersion, o.Kind = nil, node, -1, -1, meta.apiVersion, meta.kind
	o.Name, o.Namespace = t.Text(node, "name"), ""
	v.checker.carried.Add(1)
	if v.also != nil {
		v.checker.left.add(v.o, partsOfObjects)
	}
	w := visit{checker: v.checker, o: &o, kind: k, by: c}
	if k.fields != nil {
		w.walk(node, k.fields, emit)
	}
}
