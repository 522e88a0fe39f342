package checker

import (
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// part is a place of an object that has a setting of a component.
type part struct {
	path  []string
	check func(v *visit, node int, emit emitFunc)
}

// partsOf are the places of a kind: a configuration, or an object of Cluster API, in any version,
// that contains configurations of kubeadm.
func partsOf(kind discovery.GroupVersionKind) (all []part) {
	switch kind.Group {
	case "kubeadm.k8s.io":
		return partsOfKubeadm(kind.Kind, "")
	case "controlplane.cluster.x-k8s.io", "bootstrap.cluster.x-k8s.io":
		prefix, known := map[string]string{
			"KubeadmControlPlane": "spec.kubeadmConfigSpec.", "KubeadmControlPlaneTemplate": "spec.template.spec.kubeadmConfigSpec.",
			"KubeadmConfig": "spec.", "KubeadmConfigTemplate": "spec.template.spec.",
		}[kind.Kind]
		for _, inner := range []string{"ClusterConfiguration", "InitConfiguration", "JoinConfiguration"} {
			if known {
				all = append(all, partsOfKubeadm(inner, prefix+strings.ToLower(inner[:1])+inner[1:]+".")...)
			}
		}
	case "kubelet.config.k8s.io":
		if kind.Kind == "KubeletConfiguration" {
			all = []part{at("featureGates", gatesOf(componentconfig.Kubelet))}
		}
	case "kubeproxy.config.k8s.io":
		all = []part{at("featureGates", gatesOf(componentconfig.KubeProxy)), at("mode", func(v *visit, node int, emit emitFunc) { v.proxyMode(v.o.Tree.Nodes[node].Value, node, emit) })}
	case "kubescheduler.config.k8s.io":
		all = []part{at("profiles[].plugins", (*visit).schedulerPlugins)}
	case "kind.x-k8s.io":
		if kind.Kind == "Cluster" { // kind sets the gates for all components
			all = []part{at("featureGates", gatesOf(componentconfig.APIServer)), at("runtimeConfig", (*visit).runtimeConfigs)}
		}
	case "apiserver.config.k8s.io", "":
		if kind.Group == "" && kind.Kind == "Config" {
			all = []part{at("users[].user.exec.apiVersion", (*visit).credentials)}
		}
		if kind.Kind == "EncryptionConfiguration" || kind.Kind == "EncryptionConfig" {
			all = []part{at("resources[].providers[].kms", (*visit).kms)}
		}
	}
	return all
}

// runtimeConfigs checks --runtime-config as a map.
func (v *visit) runtimeConfigs(node int, emit emitFunc) {
	for entry := range v.o.Tree.Each(node) {
		v.runtimeConfig(v.o.Tree.Nodes[entry].Key, entry, emit)
	}
}

// partsOfKubeadm are the places of a configuration of kubeadm under a prefix.
func partsOfKubeadm(kind, prefix string) []part {
	if kind != "ClusterConfiguration" {
		return []part{at(prefix+"nodeRegistration.kubeletExtraArgs", flagsOf(componentconfig.Kubelet))}
	}
	return []part{
		at(prefix+"featureGates", gatesOf(componentconfig.Kubeadm)),
		at(prefix+"apiServer.extraArgs", flagsOf(componentconfig.APIServer)),
		at(prefix+"controllerManager.extraArgs", flagsOf(componentconfig.ControllerManager)),
		at(prefix+"scheduler.extraArgs", flagsOf(componentconfig.Scheduler)),
		at(prefix+"etcd.local", (*visit).etcd),
	}
}

func at(path string, check func(v *visit, node int, emit emitFunc)) part {
	return part{strings.Split(path, "."), check}
}

func gatesOf(component string) func(v *visit, node int, emit emitFunc) {
	return func(v *visit, node int, emit emitFunc) {
		set := map[string]bool{}
		for entry := range v.o.Tree.Each(node) {
			if n := &v.o.Tree.Nodes[entry]; n.Value == "true" || n.Value == "false" {
				set[n.Key] = n.Value == "true"
				v.gate(component, entry, n.Key, set[n.Key], emit)
			} else {
				v.unfilled(unfilledSettings, entry)
			}
		}
		v.lackingGates(component, node, set, emit)
	}
}

func (v *visit) gate(component string, node int, name string, value bool, emit emitFunc) {
	c, set := &v.checker.components, gate.Components
	if component == componentconfig.Kubeadm {
		set = gate.Kubeadm
	}
	now := c.gates.Check(set, name, value, c.to)
	if c.from.Known() && c.gates.Check(set, name, value, c.from).Effect == now.Effect {
		return
	}
	sets := component + " sets the feature gate " + clip(name)
	told := finding.Finding{Value: clip(name), Migration: []string{"Remove the gate"}}
	var severity rule.Severity
	switch now.Effect {
	case gate.Removed:
		severity, told.Removed = rule.Breaking, now.Since
		told.Message = sets + ", which " + now.Since.String() + " no longer has: it does not start"
	case gate.Refused:
		severity = rule.Breaking
		told.Message = sets + " to " + strconv.FormatBool(value) + ", and " + now.Since.String() + " has it locked to " + strconv.FormatBool(now.Default) + ": it does not start"
	case gate.Superfluous:
		severity = rule.Info
		told.Message = sets + ", which is locked to that value from " + now.Since.String() + " on: a later release will remove it"
	case gate.Discouraged:
		severity, told.Deprecated = rule.Deprecation, now.Since
		told.Message = sets + ", which " + now.Since.String() + " deprecates"
	case gate.Later:
		severity = rule.Unknown // patch releases sometimes add gates
		told.Message = sets + ", which was added in " + now.Since.String() + ": " + c.to.String() + ".0 does not start with it, and whether later patch releases do is unknown"
	case gate.Unheard:
		severity = rule.Unknown
		told.Message = sets + ", which no release of Kubernetes from " + c.gates.Oldest.String() + " to " + c.gates.Newest.String() + " has: whether " + c.to.String() + " starts with it is unknown"
	case gate.Uncovered:
		severity = rule.Unknown
		told.Message = sets + ", and the gates of " + c.to.String() + " are unknown"
	case gate.Taken:
		return
	}
	v.setting(node, severity, told, emit)
}

// lackingGates checks gates that are on while another gate that they need is off. From 1.35 on a
// component does not start with that (Kubernetes 1.35 notes, #133697).
func (v *visit) lackingGates(component string, node int, set map[string]bool, emit emitFunc) {
	c := &v.checker.components
	if component == componentconfig.Kubeadm || component == componentconfig.CloudManager || !c.gates.Covers(c.to) || len(set) == 0 {
		return
	}
	lacking, before := c.gates.Lacking(set, c.to), map[string][]string{}
	if c.gates.Covers(c.from) {
		before = c.gates.Lacking(set, c.from)
	}
	needing := map[string][]string{}
	for _, name := range sortedKeys(lacking) {
		if _, known := before[name]; !known {
			off := strings.Join(lacking[name], " and ")
			needing[off] = append(needing[off], name)
		}
	}
	for _, off := range sortedKeys(needing) {
		names := needing[off]
		v.setting(node, rule.Breaking, finding.Finding{
			Value: off,
			Message: "with the feature gates that " + component + " sets, " + off + " is off in " + c.to.String() + ", but these gates depend on it and are on: " +
				strings.Join(names, ", ") + "; it does not start",
			Migration: []string{"Turn " + off + " on, or these off"},
		}, emit)
	}
}

// credentials checks the version of a credential plugin in a kubeconfig.
func (v *visit) credentials(node int, emit emitFunc) {
	const version = "client.authentication.k8s.io/v1alpha1"
	gone := componentconfig.ExecV1alpha1Gone()
	if v.o.Tree.Nodes[node].Value == version && v.checker.components.news(gone) {
		v.setting(node, rule.Breaking, finding.Finding{
			Value: version, Removed: gone, Message: "kubectl and other clients from " + gone.String() + " on do not run a credential plugin with " + version,
			Migration: []string{"Write apiVersion: client.authentication.k8s.io/v1 and interactiveMode: IfAvailable, with a release of the plugin that has this version"},
		}, emit)
	}
}

func (v *visit) proxyMode(mode string, node int, emit emitFunc) {
	gone, old := componentconfig.UserspaceGone(), componentconfig.IPVSDeprecated()
	switch {
	case mode == "userspace" && v.checker.components.news(gone):
		v.setting(node, rule.Breaking, finding.Finding{
			Value: mode, Removed: gone, Message: "kube-proxy uses the mode userspace, which " + gone.String() + " no longer has: it does not start",
			Migration: []string{"Write mode: iptables, or nftables from 1.33 on"},
		}, emit)
	case mode == "ipvs" && v.checker.components.news(old):
		v.setting(node, rule.Deprecation, finding.Finding{
			Value: mode, Deprecated: old, Message: "kube-proxy uses the mode ipvs, which is deprecated from " + old.String() + " on", Migration: []string{"Write mode: nftables"},
		}, emit)
	}
}

func (v *visit) schedulerPlugins(node int, emit emitFunc) {
	gone := componentconfig.SchedulerPluginsGone()
	for point := range v.o.Tree.Each(node) {
		v.below(point, []string{"enabled" + componentconfig.Entries, "name"}, func(at int) {
			name := v.o.Tree.Nodes[at].Value
			if r := gone[name]; v.checker.components.news(r) {
				v.setting(at, rule.Breaking, finding.Finding{
					Value: name, Removed: r, Message: "kube-scheduler from " + r.String() + " on does not have the plugin " + name + ": it does not start", Migration: []string{"Remove the plugin"},
				}, emit)
			}
		})
	}
}

// kms checks an encryption provider that uses version 1 of the KMS protocol. From 1.29 on the API
// server accepts it only with the feature gate KMSv1 (Kubernetes 1.29 notes, #121485).
func (v *visit) kms(node int, emit emitFunc) {
	deprecated, off := componentconfig.KMSv1Deprecated(), componentconfig.KMSv1Off()
	version := v.o.Tree.Child(node, "apiVersion")
	if version >= 0 && v.o.Tree.Nodes[version].Value != "v1" {
		return
	}
	const steps = "Add a provider with apiVersion: v2 before it, and rewrite what is stored (https://kubernetes.io/docs/tasks/administer-cluster/kms-provider/)"
	switch {
	case v.checker.components.news(off):
		v.setting(node, rule.Risky, finding.Finding{
			Removed: off, Message: "kube-apiserver from " + off.String() + " on accepts a provider kms without apiVersion: v2 only with the feature gate KMSv1: without it, it does not start", Migration: []string{steps},
		}, emit)
	case v.checker.components.news(deprecated):
		v.setting(node, rule.Deprecation, finding.Finding{
			Deprecated: deprecated, Message: "a provider kms without apiVersion: v2 is deprecated from " + deprecated.String() + " on", Migration: []string{steps},
		}, emit)
	}
}
