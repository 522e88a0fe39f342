package collect

import "github.com/kubedelta/kubedelta/preflight/evidence"

type node struct {
	head
	Spec struct {
		Unschedulable bool `json:"unschedulable"`
	} `json:"spec"`
	Status struct {
		Conditions []condition `json:"conditions"`
		NodeInfo   struct {
			KubeletVersion          string `json:"kubeletVersion"`
			ContainerRuntimeVersion string `json:"containerRuntimeVersion"`
			KernelVersion           string `json:"kernelVersion"`
			OSImage                 string `json:"osImage"`
			OperatingSystem         string `json:"operatingSystem"`
		} `json:"nodeInfo"`
	} `json:"status"`
}

type condition struct {
	Type    string `json:"type"`
	Status  string `json:"status"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

func (n *node) keep(g *gathered) {
	info := &n.Status.NodeInfo
	out := evidence.Node{
		Object: n.object(g.from), KubeletVersion: info.KubeletVersion,
		Runtime: info.ContainerRuntimeVersion, Kernel: info.KernelVersion, OSImage: info.OSImage, OS: info.OperatingSystem,
		Unschedulable: n.Spec.Unschedulable,
	}
	for _, c := range n.Status.Conditions {
		out.Ready = out.Ready || c.Type == "Ready" && c.Status == "True"
	}
	// The last two are those of RKE and MicroK8s, whose control plane runs in no pods.
	for _, role := range []string{"node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master", "node-role.kubernetes.io/controlplane", "node.kubernetes.io/microk8s-controlplane"} {
		if _, has := n.Metadata.Labels[role]; has {
			out.ControlPlane = true
		}
	}
	g.Nodes = append(g.Nodes, out)
}
