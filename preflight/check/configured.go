package check

import (
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// configured is one place where a component is told its flags and gates.
type configured struct {
	component string
	flags     []string
	gates     map[string]bool
	// object is the item that the place is reported as.
	object preflight.Item
	phase  preflight.Phase
}

// configurationNeeds are where flags and gates can be read.
func configurationNeeds() []evidence.Resource {
	return []evidence.Resource{evidence.ComponentPods, evidence.KubeadmConfig, evidence.KubeletConfig, evidence.KubeProxyConfig}
}

// configurations lists the places, in order: the command lines of pods, the
// annotations of nodes, kubeadm's ConfigMaps, the configuration of each kubelet.
func (f *found) configurations(in preflight.Input) (all []configured) {
	for i := range in.Components {
		c := &in.Components[i]
		args := parseArguments(c.Arguments)
		all = append(all, configured{c.Name, args.names(), args.gates(), ofComponent(c, "", ""), phaseOf(c.Name)})
	}
	all = append(all, nodeConfigured(in)...)
	all = append(all, f.kubeadmParts(in)...)
	all = append(all, f.gatesOf("KubeletConfiguration", kubelet, "kubelet-config", in.Settings.KubeletConfiguration)...)
	all = append(all, f.gatesOf("KubeProxyConfiguration", kubeProxy, "kube-proxy", in.Settings.KubeProxy)...)
	for _, node := range slices.Sorted(maps.Keys(in.Kubelets)) {
		n := evidence.Node{Object: evidence.Object{Name: node}}
		all = append(all, configured{kubelet, nil, in.Kubelets[node].FeatureGates, ofNode(&n, "", ""), preflight.NodeDrain})
	}
	return all
}

func configMap(name string) preflight.Item {
	return named("v1", "ConfigMap", "kube-system", name, "", "")
}

// kubeadmParts are the components that kubeadm's ClusterConfiguration configures.
func (f *found) kubeadmParts(in preflight.Input) (all []configured) {
	if in.Settings.ClusterConfiguration == "" {
		return nil
	}
	s, err := parseSettings(in.Settings.ClusterConfiguration, "ClusterConfiguration")
	if err != nil {
		f.gap("configmaps/kubeadm-config", "kubeadm's ClusterConfiguration cannot be read: "+err.Error())
		return nil
	}
	for _, part := range []struct{ key, component string }{
		{"apiServer", apiServer}, {"controllerManager", controllerManager}, {"scheduler", scheduler},
	} {
		args := parseArguments(s.arguments(part.key))
		all = append(all, configured{part.component, args.names(), args.gates(), configMap("kubeadm-config"), preflight.ControlPlane})
	}
	if gates := s.booleans("featureGates"); len(gates) > 0 {
		all = append(all, configured{"kubeadm", nil, gates, configMap("kubeadm-config"), preflight.ControlPlane})
	}
	return all
}

// gatesOf are the feature gates of a component's own configuration.
func (f *found) gatesOf(kind, component, name, text string) []configured {
	if text == "" {
		return nil
	}
	s, err := parseSettings(text, kind)
	if err != nil {
		f.gap("configmaps/"+name, "the "+kind+" cannot be read: "+err.Error())
		return nil
	}
	return []configured{{component, nil, s.booleans("featureGates"), configMap(name), phaseOf(component)}}
}

// phaseOf is the part of an upgrade that replaces a component.
func phaseOf(component string) preflight.Phase {
	if component == kubelet || component == kubeProxy {
		return preflight.NodeDrain
	}
	return preflight.ControlPlane
}
