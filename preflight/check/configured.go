package check

import (
	"maps"
	"slices"

	"github.com/kubedelta/kubedelta/discovery/slice"
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
	all = slice.Map(f.commandLines(in), func(line commandLine) configured {
		return configured{line.component, line.arguments.names(), line.arguments.gates(), line.object, line.object.Phase}
	})
	var told found // who reads the command lines has its gap
	if s, has := told.clusterConfiguration(in); has && len(s.gates()) > 0 {
		all = append(all, configured{"kubeadm", nil, s.gates(), configMap("kubeadm-config"), preflight.ControlPlane})
	}
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

// gatesOf are the feature gates of a component's own configuration.
func (f *found) gatesOf(kind, component, name, text string) []configured {
	s, has := f.settings(name, "the "+kind, kind, text)
	if !has {
		return nil
	}
	return []configured{{component, nil, s.gates(), configMap(name), phaseOf(component)}}
}

// phaseOf is the part of an upgrade that replaces a component.
func phaseOf(component string) preflight.Phase {
	if component == kubelet || component == kubeProxy {
		return preflight.NodeDrain
	}
	return preflight.ControlPlane
}
