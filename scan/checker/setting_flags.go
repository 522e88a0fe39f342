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
	"github.com/kubedelta/kubedelta/scan/finding"
)

// flagsOf checks extraArgs: a map up to kubeadm's v1beta3, a list from v1beta4 on.
func flagsOf(component string) func(v *visit, node int, emit emitFunc) {
	return func(v *visit, node int, emit emitFunc) {
		t := v.o.Tree
		isMap := t.Nodes[node].Kind == tree.Map
		for entry := range t.Each(node) {
			name, named, value := t.Nodes[entry].Key, entry, entry
			if !isMap {
				if named = t.Child(entry, "name"); named < 0 {
					continue
				}
				name, value = t.Nodes[named].Value, t.Child(entry, "value")
			}
			// Flags accept underscores for dashes (component-base cli/flag WordSepNormalizeFunc).
			if name = strings.ReplaceAll(name, "_", "-"); !v.removedFlag(component, name, named, emit) && value >= 0 {
				v.flag(component, name, value, emit)
			}
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

func (v *visit) flag(component, name string, node int, emit emitFunc) {
	value := v.o.Tree.Nodes[node].Value
	switch {
	case name == "feature-gates":
		set := maps.Collect(gate.Pairs(value))
		for _, g := range sortedKeys(set) {
			v.gate(component, node, g, set[g], emit)
		}
		v.lackingGates(component, node, set, emit)
	case name == "cloud-provider" && (component == componentconfig.APIServer || component == componentconfig.ControllerManager):
		v.cloudProvider(component, value, node, emit)
	case slices.Contains(componentconfig.EmulationFlags(), name):
		v.emulated(component, name, value, node, emit)
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
	told.Message = "--runtime-config of kube-apiserver names " + key + ", which " + c.to.String() + " does not have: it does not start"
	if !c.served.Had(gv) {
		severity = rule.Unknown
		told.Message = "--runtime-config of kube-apiserver names " + key + ", which no release of Kubernetes from " + c.served.Oldest.String() + " to " + c.served.Newest.String() + " has: whether " + c.to.String() + " starts with it is unknown"
	}
	v.setting(node, severity, told, emit)
}

// admissionPlugin checks an admission plugin that a flag enables or disables.
func (v *visit) admissionPlugin(flag, name string, node int, emit emitFunc) {
	c := &v.checker.components
	p, known := componentconfig.AdmissionPlugins()[name]
	told := finding.Finding{
		Value: clip(name), Removed: p.Removed, Message: "kube-apiserver names the admission plugin " + clip(name) + " in --" + flag,
		Migration: []string{"Remove the plugin from the flag"},
	}
	switch {
	case c.news(p.Removed):
		told.Message += ", which " + p.Removed.String() + " no longer has: it does not start"
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
