package check

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/componentconfig"
	"github.com/kubedelta/kubedelta/discovery/gate"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// configured is one place in which a component is given flags and feature gates.
type configured struct {
	component string
	arguments arguments
	gates     map[string]bool
	// object is the item of the place, with the phase in which the component is replaced.
	object preflight.Item
}

func placeOf(component string, object preflight.Item, args arguments, gates map[string]bool) configured {
	object.Phase, object.Component = preflight.ControlPlane, component
	if onNodes(component) {
		object.Phase = preflight.NodeDrain
	}
	return configured{component, args, gates, object}
}

// commandLines lists the command lines of some components, or of all, that can be seen, in this
// order: pods of kube-system, annotations of nodes, kubeadm's extraArgs. A pod of Kubernetes that
// does not show its flags, and a configuration that cannot be read, is a gap.
func (f *found) commandLines(in preflight.Input, components ...string) (all []configured) {
	wanted := func(component string) bool { return len(components) == 0 || slices.Contains(components, component) }
	add := func(component string, object preflight.Item, args arguments) {
		all = append(all, placeOf(component, object, args, args.gates()))
	}
	for c := range slice.Each(in.Components) {
		if wanted(c.Name) && (!componentconfig.TakesGates(c.Name) || f.shows(c)) {
			add(c.Name, ofComponent(c, "", ""), parseArguments(c.Arguments))
		}
	}
	for n := range slice.Each(in.Nodes) {
		given := nodeArguments(n)
		for _, component := range slice.Filter([]string{apiServer, controllerManager, scheduler, cloudManager, kubelet, kubeProxy}, wanted) {
			if args := parseArguments(given[component]); len(args) > 0 || given != nil && n.ControlPlane {
				add(component, ofNode(n, "", ""), args)
			}
		}
	}
	if parts := slice.Filter([]string{apiServer, controllerManager, scheduler}, wanted); len(parts) > 0 {
		all = append(all, f.extraArgs(in, parts...)...)
	}
	return all
}

// extraArgs lists the flags of components in kubeadm's ClusterConfiguration.
func (f *found) extraArgs(in preflight.Input, components ...string) (all []configured) {
	s, has := f.clusterConfiguration(in)
	if !has {
		return nil
	}
	keys := map[string]string{apiServer: "apiServer", controllerManager: "controllerManager", scheduler: "scheduler"}
	for _, component := range components {
		args := parseArguments(s.arguments(keys[component]))
		all = append(all, placeOf(component, configMap("kubeadm-config"), args, args.gates()))
	}
	return all
}

// shows reports whether a pod shows the flags of its component. If it does not, that is a gap, one
// for all pods of the component.
func (f *found) shows(c *evidence.Component) bool {
	if !showsFlags(c) {
		f.gap(c.Name, "the flags of some pods are not visible: they are in the image, or in a script that the container runs")
		return false
	}
	return true
}

// showsFlags reports whether a pod shows the flags of its component.
func showsFlags(c *evidence.Component) bool { return componentconfig.ShowsFlags(c.Name, c.Arguments) }

// linesOf returns the command lines of some components. If they have no visible pods and no other
// command lines, it adds the gap, or makes the check not applicable.
func (f *found) linesOf(in preflight.Input, components ...string) []configured {
	all := f.commandLines(in, components...)
	switch {
	case len(all) > 0, slices.ContainsFunc(in.Components, func(c evidence.Component) bool { return slices.Contains(components, c.Name) }):
	case oneProcess(in):
		f.gap(apiServer, apiServer+" runs in one process with other components, so its flags are not visible")
	case seesControlPlane(in):
		f.gap(apiServer, apiServer+" does not run as a pod in kube-system, so its flags are not visible")
	default:
		f.notApplicable, f.why = true, "the API shows no "+apiServer+": the provider sets its flags"
	}
	return all
}

// configurations lists the command lines, and then the configurations that set feature gates:
// kubeadm's ConfigMaps, that of kube-proxy, and those of kubelets.
func (f *found) configurations(in preflight.Input) []configured {
	all := f.commandLines(in)
	if s, has := f.clusterConfiguration(in); has && len(s.gates()) > 0 {
		all = append(all, placeOf("kubeadm", configMap("kubeadm-config"), nil, s.gates()))
	}
	if s, has := f.kubeletConfiguration(in); has {
		all = append(all, placeOf(kubelet, usedConfigMap(in, "kubelet-config"), nil, s.gates()))
	}
	if s, has := f.settings("kube-proxy", "the KubeProxyConfiguration", "KubeProxyConfiguration", in.Settings.KubeProxy); has {
		all = append(all, placeOf(kubeProxy, usedConfigMap(in, "kube-proxy"), nil, s.gates()))
	}
	for _, node := range slices.Sorted(maps.Keys(in.Kubelets)) {
		all = append(all, placeOf(kubelet, nodeNamed(node), nil, in.Kubelets[node].FeatureGates))
	}
	return all
}

func configMap(name string) preflight.Item {
	return named("v1", "ConfigMap", "kube-system", name, "", "")
}

// usedConfigMap is configMap for one whose name differs between clusters.
func usedConfigMap(in preflight.Input, name string) preflight.Item {
	return configMap(cmp.Or(in.Settings.ConfigMaps[name], name))
}

func nodeNamed(name string) preflight.Item { return named("v1", "Node", "", name, "", "") }

func (f *found) clusterConfiguration(in preflight.Input) (settings, bool) {
	return f.settings("kubeadm-config", "kubeadm's ClusterConfiguration", "ClusterConfiguration", in.Settings.ClusterConfiguration)
}

// kubeletConfiguration returns the configuration of the kubelets that kubeadm upgrades, if there is
// one.
func (f *found) kubeletConfiguration(in preflight.Input) (settings, bool) {
	return f.settings("kubelet-config", "the KubeletConfiguration", "KubeletConfiguration", in.Settings.KubeletConfiguration)
}

// settings returns the configuration in a ConfigMap, if there is one. If it cannot be read, that is
// a gap.
func (f *found) settings(configMap, called, kind, text string) (settings, bool) {
	if text == "" {
		return nil, false
	}
	s, err := parseSettings(text, kind)
	if err != nil {
		f.gap("configmaps/"+configMap, called+" cannot be read: "+err.Error())
	}
	return s, err == nil
}

type arguments []componentconfig.Argument

func parseArguments(words []string) arguments { return componentconfig.Arguments(words) }

// last returns the value that counts if a flag is repeated.
func (a arguments) last(name string) (string, bool) {
	all := a.values(name)
	if len(all) == 0 {
		return "", false
	}
	return all[len(all)-1], true
}

// gates returns the feature gates that the command line sets. The lists of a repeated flag add up.
func (a arguments) gates() map[string]bool {
	out := map[string]bool{}
	for _, value := range a.values("feature-gates") {
		maps.Insert(out, gate.Pairs(value))
	}
	return out
}

// list returns the entries of a flag that takes a list with commas. The lists of a repeated flag
// add up.
func (a arguments) list(flag string) (out []string) {
	for _, value := range a.values(flag) {
		for entry := range strings.SplitSeq(value, ",") {
			if entry = strings.TrimSpace(entry); entry != "" {
				out = append(out, entry)
			}
		}
	}
	return out
}

func (a arguments) values(flag string) []string {
	return slice.Map(slice.Filter(a, func(one componentconfig.Argument) bool { return one.Name == flag }), func(one componentconfig.Argument) string { return one.Value })
}

// names returns the flags, sorted, each once.
func (a arguments) names() []string {
	return slice.Unique(slice.Map(a, func(one componentconfig.Argument) string { return one.Name }))
}

// nodeArguments returns the flags that k3s and RKE2 pass to components, from their annotation of
// the node (pkg/nodeconfig/nodeconfig.go of k3s); nil for nodes without it. Their own flags name
// the component: "--kubelet-arg", "v=2".
func nodeArguments(n *evidence.Node) map[string][]string {
	var out map[string][]string
	for _, annotation := range []string{"k3s.io/node-args", "rke2.io/node-args"} {
		var words []string
		if json.Unmarshal([]byte(n.Annotations[annotation]), &words) != nil {
			continue
		}
		out = map[string][]string{}
		for i, w := range words {
			flag, value, has := strings.Cut(strings.TrimLeft(w, "-"), "=")
			component, is := strings.CutSuffix(flag, "-arg")
			if !is || !strings.HasPrefix(w, "-") {
				continue
			}
			switch component {
			case "kube-controller": // a hidden flag that is still accepted (pkg/cli/cmds/server.go)
				component = controllerManager
			case "kube-cloud-controller", "kube-cloud-controller-manager":
				component = cloudManager
			}
			if !has && i+1 < len(words) {
				value = words[i+1]
			}
			if value != "" {
				out[component] = append(out[component], "--"+strings.TrimLeft(value, "-"))
			}
		}
	}
	return out
}
