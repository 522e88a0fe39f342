package collect

import (
	"slices"

	"github.com/kubedelta/kubedelta/preflight/evidence"
)

type service struct {
	head
	Spec struct {
		Type         string            `json:"type"`
		ExternalName string            `json:"externalName"`
		ClusterIP    string            `json:"clusterIP"`
		ExternalIPs  []string          `json:"externalIPs"`
		Selector     map[string]string `json:"selector"`
		Ports        []struct {
			Port int `json:"port"`
		} `json:"ports"`
	} `json:"spec"`
}

func (s *service) keep(g *gathered) {
	out := evidence.Service{Object: s.object(g.from), Type: s.Spec.Type, ExternalName: s.Spec.ExternalName, Selector: s.Spec.Selector, Headless: s.Spec.ClusterIP == "None", ExternalIPs: s.Spec.ExternalIPs}
	for _, p := range s.Spec.Ports {
		out.Ports = append(out.Ports, p.Port)
	}
	g.Services = append(g.Services, out)
}

// endpointSlice has some of the endpoints of a service.
type endpointSlice struct {
	head
	Endpoints []struct {
		Conditions struct {
			// Ready and Serving: nil means true (KEP-752, KEP-1672). If a Service has
			// publishNotReadyAddresses, all its endpoints are ready, and those with Ready pods are
			// serving.
			Ready   *bool `json:"ready"`
			Serving *bool `json:"serving"`
		} `json:"conditions"`
		Target *target `json:"targetRef"`
	} `json:"endpoints"`
}

func (s *endpointSlice) keep(g *gathered) {
	name := s.Metadata.Labels["kubernetes.io/service-name"]
	if name == "" {
		return
	}
	var n evidence.Endpoints
	for _, e := range s.Endpoints {
		if c := e.Conditions; (c.Ready == nil || *c.Ready) && (c.Serving == nil || *c.Serving) {
			n.Ready++
			n.Pods = e.Target.pod(n.Pods, s.Metadata.Namespace)
		} else {
			n.NotReady++
		}
	}
	g.addEndpoints(s.Metadata.Namespace+"/"+name, n)
}

// target is the object behind an address, or behind a volume.
type target struct {
	Kind      string `json:"kind"`
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
}

// pod appends the name of the target if it is a pod in the namespace.
func (t *target) pod(pods []string, namespace string) []string {
	if t == nil || t.Kind != "Pod" || t.Name == "" || t.Namespace != "" && t.Namespace != namespace {
		return pods
	}
	return append(pods, t.Name)
}

// endpoints has the endpoints of a service on servers before 1.17.
type endpoints struct {
	head
	Subsets []struct {
		Addresses []struct {
			Target *target `json:"targetRef"`
		} `json:"addresses"`
		NotReadyAddresses []struct{} `json:"notReadyAddresses"`
	} `json:"subsets"`
}

func (e *endpoints) keep(g *gathered) {
	var n evidence.Endpoints
	for _, s := range e.Subsets {
		n.Ready += len(s.Addresses)
		n.NotReady += len(s.NotReadyAddresses)
		for _, a := range s.Addresses {
			n.Pods = a.Target.pod(n.Pods, e.Metadata.Namespace)
		}
	}
	g.addEndpoints(e.Metadata.Namespace+"/"+e.Metadata.Name, n)
}

func (g *gathered) addEndpoints(service string, n evidence.Endpoints) {
	sum := g.Endpoints[service]
	sum.Ready += n.Ready
	sum.NotReady += n.NotReady
	sum.Pods = append(sum.Pods, n.Pods...)
	g.Endpoints[service] = sum
}

type node struct {
	head
	Spec struct {
		Unschedulable bool `json:"unschedulable"`
	} `json:"spec"`
	Status struct {
		Conditions conditions `json:"conditions"`
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

type conditions []condition

// of returns the condition of a type; empty if there is none.
func (c conditions) of(kind string) condition {
	if at := slices.IndexFunc(c, func(one condition) bool { return one.Type == kind }); at >= 0 {
		return c[at]
	}
	return condition{}
}

func (n *node) keep(g *gathered) {
	info := &n.Status.NodeInfo
	out := evidence.Node{
		Object: n.object(g.from), KubeletVersion: info.KubeletVersion,
		Runtime: info.ContainerRuntimeVersion, Kernel: info.KernelVersion, OSImage: info.OSImage, OS: info.OperatingSystem,
		Unschedulable: n.Spec.Unschedulable, Ready: n.Status.Conditions.of("Ready").Status == "True",
	}
	// The last two are set by RKE and MicroK8s, whose control plane does not run in pods.
	for _, role := range []string{"node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master", "node-role.kubernetes.io/controlplane", "node.kubernetes.io/microk8s-controlplane"} {
		_, has := n.Metadata.Labels[role]
		out.ControlPlane = out.ControlPlane || has
	}
	g.Nodes = append(g.Nodes, out)
}
