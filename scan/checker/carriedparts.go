package checker

import "github.com/kubedelta/kubedelta/discovery/manifest/tree"

// parts checks what an object carries without a type of its own, and counts the values of
// charts, which nobody renders here.
func (v *visit) parts(emit emitFunc) {
	for _, p := range typelessParts(v.o.Kind) {
		if p.group != v.kind.gvk.Group {
			continue
		}
		each(v.o.Tree, v.o.Root, p.path, func(node int) {
			if p.kind == "" {
				v.checker.pass(v.o, "values of a chart, which is not rendered")
				return
			}
			v.typeless(node, p, emit)
		})
	}
}

// typelessPart is a place of an object at which a part of another stands, or, without a kind,
// values of a chart.
type typelessPart struct {
	group            string
	path             []string
	apiVersion, kind string
}

func typelessParts(kind string) []typelessPart {
	switch kind {
	case "ClusterServiceVersion":
		return []typelessPart{{"operators.coreos.com", []string{"spec", "install", "spec", "deployments", "*"}, "apps/v1", "Deployment"}}
	case "Application":
		return append(argoValues("spec", "source", "helm"), argoValues("spec", "sources", "*", "helm")...)
	case "ApplicationSet":
		return append(argoValues("spec", "template", "spec", "source", "helm"), argoValues("spec", "template", "spec", "sources", "*", "helm")...)
	case "HelmRelease":
		return []typelessPart{{group: "helm.toolkit.fluxcd.io", path: []string{"spec", "values"}}, {group: "helm.toolkit.fluxcd.io", path: []string{"spec", "valuesFrom"}}}
	case "HelmChart", "HelmChartConfig":
		return []typelessPart{{group: "helm.cattle.io", path: []string{"spec", "valuesContent"}}, {group: "helm.cattle.io", path: []string{"spec", "set"}}}
	default:
		return nil
	}
}

func argoValues(helm ...string) (list []typelessPart) {
	for _, key := range [...]string{"values", "valuesObject", "valueFiles", "parameters"} {
		list = append(list, typelessPart{group: "argoproj.io", path: append(helm[:len(helm):len(helm)], key)})
	}
	return list
}

// typeless checks the fields of an object whose type only its place tells.
func (v *visit) typeless(node int, p typelessPart, emit emitFunc) {
	t, k := v.o.Tree, v.checker.kinds[typeMeta{p.apiVersion, p.kind}]
	c, ok := v.carrier(node, nil)
	if k == nil || !ok || t.Nodes[node].Kind != treeMap {
		return
	}
	o := *v.o
	o.Root, o.APIVersionNode, o.KindNode, o.APIVersion, o.Kind = node, -1, -1, p.apiVersion, p.kind
	o.Name, o.Namespace = textAt(t, t.Child(node, "name")), ""
	v.checker.carried.Add(1)
	if v.also != nil {
		v.checker.left.add(v.o, partsOfObjects)
	}
	w := visit{checker: v.checker, o: &o, kind: k, by: c}
	if k.fields != nil {
		w.walk(node, k.fields, emit)
	}
}

// each calls visit with the nodes of a path, in which a star stands for all items.
func each(t *tree.Tree, node int, path []string, visit func(int)) {
	switch {
	case node < 0:
	case len(path) == 0:
		visit(node)
	case path[0] == "*":
		if t.Nodes[node].Kind == treeList {
			t.Children(node, func(c int) bool {
				each(t, c, path[1:], visit)
				return true
			})
		}
	default:
		each(t, t.Child(node, path[0]), path[1:], visit)
	}
}
