package agent_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/usage/agent"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]agent.Agent{
		"": {},
		"kubectl/v1.28.3 (linux/amd64) kubernetes/a8a1abc":                                     {Name: "kubectl", Version: "v1.28.3", Release: discovery.Release{Major: 1, Minor: 28}},
		"kubelet/v1.27.9-gke.100 (linux/amd64) kubernetes/aaa":                                 {Name: "kubelet", Version: "v1.27.9-gke.100", Release: discovery.Release{Major: 1, Minor: 27}},
		"kubelet/v1.27.9-eks-5e0fdde (linux/amd64) kubernetes/aaa":                             {Name: "kubelet", Version: "v1.27.9-eks-5e0fdde", Release: discovery.Release{Major: 1, Minor: 27}},
		"kube-controller-manager/v1.24.0 (linux/amd64) kubernetes/x/system:serviceaccount:a:b": {Name: "kube-controller-manager", Version: "v1.24.0", Release: discovery.Release{Major: 1, Minor: 24}},
		"cloud-controller-manager/v1.1.0 (linux/amd64) kubernetes/x":                           {Name: "cloud-controller-manager", Version: "v1.1.0"},
		"cloud-controller-manager/v1.28.0 (linux/amd64) kubernetes/x":                          {Name: "cloud-controller-manager", Version: "v1.28.0", Release: discovery.Release{Major: 1, Minor: 28}},
		"kubelet.exe/v1.27.9 (windows/amd64) kubernetes/aaa":                                   {Name: "kubelet", Version: "v1.27.9", Release: discovery.Release{Major: 1, Minor: 27}},
		"helm.exe/v3.12.0 (windows/amd64) kubernetes/aaa":                                      {Name: "helm", Version: "v3.12.0", Known: "Helm"},
		"kubectl/v1.28.3": {Name: "kubectl", Version: "v1.28.3"},
		"manager/v0.0.0 (linux/amd64) kubernetes/$Format/leader":    {Name: "manager"},
		"cert-manager-controller/v1.9.1 (linux/amd64) cert/1.9":     {Name: "cert-manager-controller", Version: "v1.9.1"},
		"OpenAPI-Generator/28.1.0/python":                           {Name: "OpenAPI-Generator", Version: "28.1.0", Known: "Kubernetes client for python", Release: discovery.Release{Major: 1, Minor: 28}},
		"OpenAPI-Generator/12.0.1/python":                           {Name: "OpenAPI-Generator", Version: "12.0.1", Known: "Kubernetes client for python"},
		"OpenAPI-Generator/28.1.0/ruby":                             {Name: "OpenAPI-Generator", Version: "28.1.0", Known: "Kubernetes client for ruby"},
		"Helm/3.12.0":                                               {Name: "Helm", Version: "3.12.0", Known: "Helm"},
		"Go-http-client/2.0":                                        {Name: "Go-http-client", Version: "2.0", Known: "a Go program without client-go"},
		"HashiCorp/1.0 Terraform/1.5.0":                             {Name: "HashiCorp", Version: "1.0", Known: "Terraform"},
		strings.Repeat("x", 500):                                    {Name: strings.Repeat("x", 100)},
		"kubectl/v99999999999999999999.1 (linux/amd64) kubernetes/": {Name: "kubectl", Version: "v99999999999999999999.1"},
	} {
		if got := agent.Parse(text); got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

// TestSkew compares the windows with the pages of the version skew policy.
func TestSkew(t *testing.T) {
	t.Parallel()
	server := discovery.Release{Major: 1, Minor: 36}
	for text, allowed := range map[string]bool{
		"kubectl/v1.34.0": false, "kubectl/v1.35.0": true, "kubectl/v1.37.0": true, "kubectl/v1.38.0": false,
		"kubelet/v1.32.0": false, "kubelet/v1.33.0": true, "kubelet/v1.36.9": true, "kubelet/v1.37.0": false,
		"kube-proxy/v1.32.0": false, "kube-proxy/v1.33.0": true, "kube-scheduler/v1.34.0": false, "kube-scheduler/v1.35.0": true,
		"argocd/v1.20.0": true, "kubectl/v0.0.0": true,
	} {
		a := agent.Parse(text + " (linux/amd64) kubernetes/abc")
		if why := a.Skewed(server); (why == "") != allowed {
			t.Errorf("%s: %q", text, why)
		}
		if why := a.Skewed(discovery.Release{}); why != "" {
			t.Errorf("%s: %q at a server that nobody knows", text, why)
		}
	}
}
