package collect

import "github.com/kubedelta/kubedelta/preflight/evidence"

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

// endpointSlice is some of a service's endpoints.
type endpointSlice struct {
	head
	Endpoints []struct {
		Conditions struct {
			// Ready: what is not known is to be taken for ready (KEP-752).
			Ready *bool `json:"ready"`
		} `json:"conditions"`
	} `json:"endpoints"`
}

func (s *endpointSlice) keep(g *gathered) {
	name := s.Metadata.Labels["kubernetes.io/service-name"]
	if name == "" {
		return
	}
	var n evidence.Endpoints
	for _, e := range s.Endpoints {
		if e.Conditions.Ready == nil || *e.Conditions.Ready {
			n.Ready++
		} else {
			n.NotReady++
		}
	}
	g.addEndpoints(s.Metadata.Namespace+"/"+name, n)
}

// endpoints are a service's endpoints as servers before 1.17 tell them.
type endpoints struct {
	head
	Subsets []struct {
		Addresses         []struct{} `json:"addresses"`
		NotReadyAddresses []struct{} `json:"notReadyAddresses"`
	} `json:"subsets"`
}

func (e *endpoints) keep(g *gathered) {
	var n evidence.Endpoints
	for _, s := range e.Subsets {
		n.Ready += len(s.Addresses)
		n.NotReady += len(s.NotReadyAddresses)
	}
	g.addEndpoints(e.Metadata.Namespace+"/"+e.Metadata.Name, n)
}

func (g *gathered) addEndpoints(service string, n evidence.Endpoints) {
	if g.Endpoints == nil {
		g.Endpoints = map[string]evidence.Endpoints{}
	}
	sum := g.Endpoints[service]
	sum.Ready += n.Ready
	sum.NotReady += n.NotReady
	g.Endpoints[service] = sum
}
