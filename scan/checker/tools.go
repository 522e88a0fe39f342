package checker

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// ofTools checks the types that files of Ansible and Pulumi name without an object: the parameters of a
// task of a k8s module, and the types of resources in Pulumi YAML.
func (v *visit) ofTools(emit emitFunc) {
	t := v.o.Tree
	o := *v.o
	w := visit{checker: v.checker, o: &o} // its places are those of all nodes
	pulumi := strings.HasPrefix(path.Base(v.o.File), "Pulumi.") && t.Child(v.o.Root, "resources") >= 0
	for node := v.o.Root + 1; node < int(t.Nodes[v.o.Root].After); node++ {
		n := &t.Nodes[node]
		if n.Kind != tree.String {
			continue
		}
		switch {
		case n.Key == "api_version" || n.Key == "api" || n.Key == "version":
			if kind := w.kindOfTask(w.container(node)); kind != "" {
				v.ofTool(&w, node, n.Value, kind, emit)
			}
		case pulumi && n.Key == "type":
			if of, is := strings.CutPrefix(n.Value, "kubernetes:"); is {
				version, kind, _ := strings.Cut(of, ":")
				v.ofTool(&w, node, strings.TrimPrefix(version, "core/"), kind, emit)
			}
		}
	}
}

// kindOfTask returns the kind in the parameters of a k8s module of Ansible; "" for other nodes, and if the
// type is in the definition. That of a definition without a type is in the parameters
// (merge_params of kubernetes.core). The parameters can be in args beside the module.
func (v *visit) kindOfTask(task int) string {
	t := v.o.Tree
	is := t.Nodes[task].Key == "args" && slices.ContainsFunc(slices.Collect(t.Each(v.container(task))), func(c int) bool { return isK8sModule(t.Nodes[c].Key) })
	if !is && !isK8sModule(t.Nodes[task].Key) {
		return ""
	}
	kind := t.Text(task, "kind")
	for _, name := range []string{"resource_definition", "definition", "inline"} {
		if definition := t.Child(task, name); definition >= 0 {
			if t.Nodes[definition].Kind != tree.Map || t.Child(definition, "apiVersion") >= 0 {
				return ""
			}
			kind = cmp.Or(t.Text(definition, "kind"), kind)
		}
	}
	return kind
}

func isK8sModule(name string) bool {
	return strings.HasPrefix(name[strings.LastIndexByte(name, '.')+1:], "k8s")
}

// ofTool checks a type that a node names, as w.
func (v *visit) ofTool(w *visit, node int, apiVersion, kind string, emit emitFunc) {
	k := v.checker.kinds[typeMeta{apiVersion, kind}]
	if k == nil {
		return
	}
	o := w.o
	w.kind = k
	o.APIVersionNode, o.KindNode, o.APIVersion, o.Kind = node, node, apiVersion, kind
	o.Name = o.Tree.Text(w.container(node), "name")
	if v.picks != nil && !v.picks(o) {
		*v.left++
		return
	}
	*v.count++
	v.checker.carried.Add(1)
	for i := range k.verdicts {
		d := &k.verdicts[i]
		id, severity := w.referenceRule(node, k, d)
		if id == "" {
			continue
		}
		if id == ReferenceRemoved && severity == rule.Risky { // the version is that of the requests
			severity = d.severity
		}
		plan := Plan{Why: "the parameters of the task or resource must change with it"}
		if r := d.replacement; r != nil && d.served {
			key := o.Tree.Nodes[node].Key
			step := "Write " + key + ": " + r.GroupVersion().String()
			if key == "type" {
				step = "Write type: kubernetes:" + r.GroupVersion().String() + ":" + r.Kind
			}
			plan.Steps = []string{step}
		}
		w.refers(node, id, severity, k, d, plan, emit)
	}
}
