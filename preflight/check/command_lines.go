package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
)

// commandLine is one place where a component is told its flags, with their values.
type commandLine struct {
	component string
	arguments arguments
	// object is the item that the place is reported as.
	object preflight.Item
}

// commandLines lists the places in order: the pods of kube-system, the annotations
// of nodes, kubeadm's extraArgs. A configuration that cannot be read is a gap.
func (f *found) commandLines(in preflight.Input) (all []commandLine) {
	for c := range slice.Each(in.Components) {
		it := ofComponent(c, "", "")
		it.Phase = phaseOf(c.Name)
		all = append(all, commandLine{c.Name, parseArguments(c.Arguments), it})
	}
	for n := range slice.Each(in.Nodes) {
		given := nodeArguments(n)
		for _, component := range []string{apiServer, controllerManager, scheduler, cloudManager, kubelet, kubeProxy} {
			if args := parseArguments(given[component]); len(args) > 0 || given != nil && n.ControlPlane {
				it := ofNode(n, "", "")
				it.Phase = phaseOf(component)
				all = append(all, commandLine{component, args, it})
			}
		}
	}
	s, has := f.clusterConfiguration(in)
	if !has {
		return all
	}
	for _, part := range []struct{ key, component string }{{"apiServer", apiServer}, {"controllerManager", controllerManager}, {"scheduler", scheduler}} {
		it := configMap("kubeadm-config")
		it.Phase = preflight.ControlPlane
		all = append(all, commandLine{part.component, parseArguments(s.arguments(part.key)), it})
	}
	return all
}

// linesOf are the places of some components; where none is to be seen, that is the answer.
func (f *found) linesOf(in preflight.Input, components ...string) []commandLine {
	all := slice.Filter(f.commandLines(in), func(l commandLine) bool { return slices.Contains(components, l.component) })
	if len(all) == 0 {
		f.flagsHidden(in, apiServer)
	}
	return all
}

// clusterConfiguration is kubeadm's, where there is one.
func (f *found) clusterConfiguration(in preflight.Input) (settings, bool) {
	return f.settings("kubeadm-config", "kubeadm's ClusterConfiguration", "ClusterConfiguration", in.Settings.ClusterConfiguration)
}

// kubeletConfiguration is that of the kubelets that kubeadm upgrades, where there is one.
func (f *found) kubeletConfiguration(in preflight.Input) (settings, bool) {
	return f.settings("kubelet-config", "the KubeletConfiguration", "KubeletConfiguration", in.Settings.KubeletConfiguration)
}

// settings are those of a ConfigMap, where it is there. What cannot be read of it is a gap.
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

// flagsHidden is the answer where the flags of a component are nowhere to be seen.
func (f *found) flagsHidden(in preflight.Input, component string) {
	switch {
	case oneProcess(in):
		f.gap(component, component+" runs in one process with other components, so its flags are not visible")
	case seesControlPlane(in):
		f.gap(component, component+" does not run as a pod in kube-system, so its flags are not visible")
	default:
		f.notApplicable, f.why = true, "the API shows no "+component+": the provider sets its flags"
	}
}
