package checker

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// commandLines checks the flags of the components that a static pod or another pod of kube-system
// runs. A pod of another namespace has a component of another cluster, and an etcd of an unknown one
// may be that of an application.
func (v *visit) commandLines(emit emitFunc) {
	if v.o.Namespace != "" && v.o.Namespace != "kube-system" || !v.checker.components.to.Known() {
		return
	}
	t := v.o.Tree
	pod := t.Child(v.o.Root, "spec")
	if template := t.Child(pod, "template"); template >= 0 {
		pod = t.Child(template, "spec")
	}
	for c := range items(t, t.Child(pod, "containers")) {
		if name, tag := componentconfig.Component(t.Text(c, "image"), t.Text(c, "name")); name != "" && (name != componentconfig.Etcd || v.o.Namespace != "" || v.o.Kind == "Pod") {
			v.commandLine(c, name, tag, emit)
		}
	}
}

// commandLine checks the command line of a container.
func (v *visit) commandLine(container int, component, tag string, emit emitFunc) {
	t := v.o.Tree
	var entries []int
	for _, key := range []string{"command", "args"} {
		entries = slices.AppendSeq(entries, items(t, t.Child(container, key)))
	}
	line := componentconfig.CommandLine(component, slice.Map(entries, func(node int) string { return t.Nodes[node].Value }))
	words := slice.Map(line, func(w componentconfig.Word) string { return w.Text })
	if componentconfig.TakesGates(component) && !componentconfig.ShowsFlags(component, words) && t.Child(container, "image") >= 0 && !v.inText() {
		v.checker.pass(v.o, "flags of components that are in an image or in a script")
	}
	flags := slice.Map(componentconfig.Arguments(words), func(a componentconfig.Argument) flagNode {
		return flagNode{a.Name, a.Value, entries[line[a.Word].Entry], entries[line[a.Last].Entry]}
	})
	switch component {
	case componentconfig.Etcd:
		v.etcdLine(tag, flags, emit)
	case componentconfig.KubeProxy: // the mode in its file counts
		if slices.ContainsFunc(flags, func(f flagNode) bool { return f.name == "config" }) {
			flags = slices.DeleteFunc(flags, func(f flagNode) bool { return f.name == "proxy-mode" })
		}
		fallthrough
	default:
		v.component(component, flags, emit)
	}
}

// etcdLine checks the flags of an etcd before 3.6.
func (v *visit) etcdLine(tag string, flags []flagNode, emit emitFunc) {
	for _, f := range flags {
		if componentconfig.BeforeEtcd36(tag) && v.checker.components.news(componentconfig.Etcd36()) && slices.Contains(componentconfig.EtcdRemoved(), f.name) {
			v.setting(f.named, rule.Deprecation, finding.Finding{
				Value: "--" + f.name, Message: "etcd has the flag --" + f.name + ", which etcd 3.6 no longer accepts: remove it before the upgrade to etcd 3.6",
				Migration: []string{"Remove the flag"},
			}, emit)
		}
	}
}
