package checker

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/registered"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/carried"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// flagNode is a flag of extraArgs or of a command line. value is -1 if it has none.
type flagNode struct {
	name, text   string
	named, value int
}

// flags returns the flags of extraArgs: a map up to kubeadm's v1beta3, a list from v1beta4 on.
func (v *visit) flags(node int) (all []flagNode) {
	t := v.o.Tree
	if node < 0 {
		return nil
	}
	isMap := t.Nodes[node].Kind == tree.Map
	for entry := range t.Each(node) {
		f := flagNode{t.Nodes[entry].Key, "", entry, entry}
		if !isMap {
			if f.named = t.Child(entry, "name"); f.named < 0 {
				continue
			}
			f.name, f.value = t.Nodes[f.named].Value, t.Child(entry, "value")
		}
		if f.name = componentconfig.FlagName(f.name); f.value >= 0 {
			f.text = t.Nodes[f.value].Value
		}
		all = append(all, f)
	}
	return all
}

func flagsOf(component string) func(v *visit, node int, emit emitFunc) {
	return func(v *visit, node int, emit emitFunc) { v.component(component, v.flags(node), emit) }
}

// component checks the flags of a component.
func (v *visit) component(component string, flags []flagNode, emit emitFunc) {
	for _, f := range flags {
		if !v.removedFlag(component, f.name, f.named, emit) && f.value >= 0 {
			v.flag(component, f.name, f.text, f.value, emit)
		}
	}
}

// etcd checks the etcd that kubeadm starts.
func (v *visit) etcd(node int, emit emitFunc) {
	t, c := v.o.Tree, &v.checker.components
	at, tag := t.Child(node, "imageTag"), t.Text(node, "imageTag")
	old, gone := componentconfig.BeforeEtcd36(tag), componentconfig.Etcd35Gone()
	if old && c.news(gone) {
		v.setting(at, rule.Breaking, finding.Finding{
			Value: clip(tag), Message: "kubeadm is configured to run etcd " + clip(tag) + ", but kubeadm " + gone.String() + " passes flags that only etcd 3.6 has: it does not start",
			Migration: []string{"Remove imageTag, or write a version of etcd 3.6"},
		}, emit)
	}
	if old || !c.news(componentconfig.Etcd36()) || v.unfilled(unfilledSettings, at) {
		return
	}
	all, args := v.flags(t.Child(node, "extraArgs")), map[string]string{}
	for _, f := range all {
		args[f.name] = f.text
	}
	for _, f := range all {
		message, breaks := componentconfig.EtcdFlag(args, f.name)
		told := finding.Finding{Value: "--" + clip(f.name), Message: clip(message), Migration: []string{"Change the flag before etcd 3.6 starts"}}
		switch {
		case breaks:
			v.setting(f.named, rule.Breaking, told, emit)
		case message != "":
			v.setting(f.named, rule.Deprecation, told, emit)
		}
	}
}

// removedFlag checks the name of a flag, and reports whether the target no longer has it.
func (v *visit) removedFlag(component, name string, node int, emit emitFunc) bool {
	r, gone := componentconfig.RemovedFlag(component, name, v.checker.components.from, v.checker.components.to)
	if gone {
		v.setting(node, rule.Breaking, finding.Finding{
			Value: "--" + name, Removed: r.Removed, Message: component + " has the flag --" + name + ", which " + r.Removed.String() + " no longer accepts: it does not start",
			Migration: []string{"Remove the flag"},
		}, emit)
	}
	return gone
}

func (v *visit) flag(component, name, value string, node int, emit emitFunc) {
	if slices.Contains([]string{"feature-gates", "runtime-config", "cloud-provider", "proxy-mode"}, name) && v.unfilled(unfilledSettings, node) {
		value = strings.Join(slices.DeleteFunc(strings.Split(value, ","), carried.Filled), ",")
	}
	switch {
	case name == "feature-gates" && componentconfig.TakesGates(component):
		set := maps.Collect(gate.Pairs(value))
		for _, g := range sortedKeys(set) {
			v.gate(component, node, g, set[g], emit)
		}
		v.lackingGates(component, node, set, emit)
	case name == "cloud-provider" && (component == componentconfig.APIServer || component == componentconfig.ControllerManager):
		v.cloudProvider(component, value, node, emit)
	case slices.Contains(componentconfig.EmulationFlags(), name):
		v.emulated(component, name, value, node, emit)
	case name == "proxy-mode" && component == componentconfig.KubeProxy:
		v.proxyMode(value, node, emit)
	case component != componentconfig.APIServer:
	case name == "runtime-config":
		for pair := range strings.SplitSeq(value, ",") {
			key, _, _ := strings.Cut(strings.TrimSpace(pair), "=")
			v.runtimeConfig(strings.TrimSpace(key), node, emit)
		}
	case slices.Contains(componentconfig.AdmissionFlags(), name):
		for plugin := range strings.SplitSeq(value, ",") {
			v.admissionPlugin(name, strings.Trim(plugin, ` "`), node, emit) // pflag reads the list as CSV
		}
	}
}

// runtimeConfig checks a version that --runtime-config enables or disables.
func (v *visit) runtimeConfig(key string, node int, emit emitFunc) {
	c := &v.checker.components
	gv, names := registered.Named(key)
	if !names || !c.served.Covers(c.to) || c.served.Version(gv, c.to) || c.served.Covers(c.from) && !c.served.Version(gv, c.from) {
		return
	}
	key = clip(key)
	told := finding.Finding{Value: key, Removed: c.served.GoneIn(gv, c.to), Migration: []string{"Remove the version from the flag"}}
	severity := rule.Breaking
	told.Message = "--runtime-config of kube-apiserver lists " + key + ", which " + c.to.String() + " does not have: kube-apiserver does not start"
	if !c.served.Had(gv) {
		severity = rule.Unknown
		told.Message = "--runtime-config of kube-apiserver lists " + key + ", which no release of Kubernetes from " + c.served.Oldest.String() + " to " + c.served.Newest.String() + " has: whether " + c.to.String() + " starts with it is unknown"
	}
	v.setting(node, severity, told, emit)
}

// admissionPlugin checks an admission plugin that a flag enables or disables.
func (v *visit) admissionPlugin(flag, name string, node int, emit emitFunc) {
	c := &v.checker.components
	p, known := componentconfig.AdmissionPlugins()[name]
	told := finding.Finding{
		Value: clip(name), Removed: p.Removed, Message: "--" + flag + " of kube-apiserver lists the admission plugin " + clip(name),
		Migration: []string{"Remove the plugin from the flag"},
	}
	switch {
	case c.news(p.Removed):
		told.Message += ", which " + p.Removed.String() + " no longer has: kube-apiserver does not start"
		v.setting(node, rule.Breaking, told, emit)
	case !known && name != "" && !c.from.Known() && !v.unfilled(unfilledSettings, node):
		told.Message += ", about which kubedelta has no data: whether " + c.to.String() + " starts with it is unknown"
		v.setting(node, rule.Unknown, told, emit)
	}
}

// unfilledSettings are what is not checked because of a variable.
const unfilledSettings = "settings with a variable that is not filled in"

// emulated checks the release that a component is to emulate.
func (v *visit) emulated(component, flag, value string, node int, emit emitFunc) {
	c := &v.checker.components
	r, known := componentconfig.Emulated(value)
	oldest := componentconfig.OldestEmulated(c.to)
	if !known || r.Compare(oldest) >= 0 || r.Compare(componentconfig.OldestEmulated(c.from)) < 0 {
		return
	}
	v.setting(node, rule.Breaking, finding.Finding{
		Value: clip(value), Message: component + " has --" + flag + "=" + clip(value) + ", but " + c.to.String() + " accepts " + oldest.String() + " or later: it does not start",
		Migration: []string{"Remove the flag, or write " + oldest.String() + " or later"},
	}, emit)
}

// cloudProvider checks a cloud provider that was part of Kubernetes.
func (v *visit) cloudProvider(component, name string, node int, emit emitFunc) {
	p := slice.Find(componentconfig.CloudProviders(), func(p *componentconfig.CloudProvider) bool { return p.Name == name })
	if p == nil {
		return
	}
	told := finding.Finding{Value: name, Message: component + " has --cloud-provider=" + name, Migration: []string{"Write external, and run the cloud controller manager of the provider"}}
	switch gone := p.GoneFor(component); {
	case v.checker.components.news(gone):
		told.Removed = gone
		told.Message += ", which " + gone.String() + " no longer has: it does not start"
		v.setting(node, rule.Breaking, told, emit)
	case v.checker.components.news(p.Off):
		told.Message += ", which is off in " + p.Off.String() + ": without the feature gate DisableCloudProviders=false, it does not start"
		v.setting(node, rule.Risky, told, emit)
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
