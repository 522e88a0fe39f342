package plan

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/changelog"
	notes "github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/catalog"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func rel(s string) discovery.Release {
	r, err := discovery.ParseRelease(s)
	if err != nil {
		panic(err)
	}
	return r
}

// facts returns the facts of the built-in catalogs.
func facts(t *testing.T) func(from, to discovery.Release) (preflight.Input, error) {
	t.Helper()
	c := catalog.New()
	lifecycles, err := c.Lifecycles()
	if err != nil {
		t.Fatal(err)
	}
	return func(from, to discovery.Release) (in preflight.Input, err error) {
		if in.Old, err = c.Load(context.Background(), from); err != nil {
			return in, err
		}
		if in.New, err = c.Load(context.Background(), to); err != nil {
			return in, err
		}
		in.Lifecycles, in.Notes = lifecycles, notesOf(t, to)
		return in, nil
	}
}

func notesOf(t *testing.T, to discovery.Release) (list []changelog.Note) {
	t.Helper()
	minor, ok, err := notes.Load(to)
	if err != nil || !ok {
		t.Fatalf("no notes of %s: %v", to, err)
	}
	for _, d := range minor.Documents {
		if d.Release == "v"+to.String()+".0" {
			for _, n := range d.Notes {
				n.Release = d.Release
				list = append(list, n)
			}
		}
	}
	return list
}

// cluster returns a kubeadm cluster that was read completely.
func cluster(version string) *evidence.Evidence {
	release := rel(version)
	e := &evidence.Evidence{
		Server:   evidence.Server{Name: "test", Address: "https://cluster.example:6443", UID: "5e1f0c4e-0000-4000-8000-000000000001", Version: version, Release: release},
		At:       time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC),
		Started:  time.Date(2026, 9, 1, 0, 0, 0, 0, time.UTC),
		Readings: map[evidence.Resource]evidence.Reading{},
	}
	for _, r := range []evidence.Resource{
		evidence.KubeSystem, evidence.Nodes, evidence.Pods, evidence.ComponentPods, evidence.Services, evidence.EndpointSlices, evidence.Budgets, evidence.Deployments,
		evidence.StatefulSets, evidence.DaemonSets, evidence.ReplicaSets, evidence.Volumes, evidence.Claims, evidence.Definitions, evidence.APIServices,
		evidence.ValidatingWebhooks, evidence.MutatingWebhooks, evidence.ValidatingPolicies, evidence.ValidatingPolicyBindings,
		evidence.MutatingPolicies, evidence.MutatingPolicyBindings, evidence.KubeadmConfig, evidence.KubeletConfig, evidence.KubeProxyConfig, evidence.CoreDNSConfig,
		evidence.HelmSecrets, evidence.HelmConfigMaps, evidence.Metrics, evidence.Configz,
	} {
		e.Readings[r] = evidence.Reading{What: r.String(), State: evidence.Read, Count: 1}
	}
	surface, err := catalog.New().Load(context.Background(), release)
	if err != nil {
		panic(err)
	}
	e.Surface = surface
	for _, r := range []evidence.Resource{{Group: "networking.k8s.io", Name: "ingresses"}, {Group: "batch", Name: "cronjobs"}} {
		e.Watched = append(e.Watched, r)
		e.Readings[r] = evidence.Reading{What: r.String(), State: evidence.Read, Count: 2}
	}
	e.Components = append(e.Components, evidence.Component{Name: "coredns", Pod: "coredns-1", Node: "cp-a", Image: "registry.k8s.io/coredns/coredns:v1.11.1", Version: "v1.11.1"})
	e.Settings.ClusterConfiguration = "apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nkubernetesVersion: " + version + "\n"
	e.Settings.KubeletConfiguration = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncgroupDriver: systemd\n"
	e.Settings.KubeProxy = "apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: iptables\n"
	e.Settings.Corefile = ".:53 {\n  errors\n  health\n  ready\n  kubernetes cluster.local\n  forward . /etc/resolv.conf\n  cache 30\n}\n"
	return e
}

// controlPlane adds a node of the control plane with its pods.
func controlPlane(e *evidence.Evidence, name, version, runtime string) {
	node(e, name, version, runtime)
	e.Nodes[len(e.Nodes)-1].ControlPlane = true
	for _, component := range []string{"kube-apiserver", "kube-controller-manager", "kube-scheduler"} {
		e.Components = append(e.Components, evidence.Component{
			Name: component, Pod: component + "-" + name, Node: name, Image: "registry.k8s.io/" + component + ":" + version, Version: version, Arguments: []string{component},
		})
	}
}

// node adds a node with its kube-proxy.
func node(e *evidence.Evidence, name, version, runtime string) {
	e.Nodes = append(e.Nodes, evidence.Node{
		Object: evidence.Object{APIVersion: "v1", Kind: "Node", Name: name}, KubeletVersion: version, Runtime: runtime, Kernel: "6.1.0", OSImage: "Debian GNU/Linux 12", OS: "linux", Ready: true,
	})
	failV1 := true
	if e.Kubelets == nil {
		e.Kubelets = map[string]evidence.Kubelet{}
	}
	e.Kubelets[name] = evidence.Kubelet{FeatureGates: map[string]bool{}, FailCgroupV1: &failV1}
	e.Components = append(e.Components, evidence.Component{
		Name: "kube-proxy", Pod: fmt.Sprintf("kube-proxy-%05d", len(e.Nodes)), Node: name, Image: "registry.k8s.io/kube-proxy:" + version, Version: version, Arguments: []string{kubeProxy},
	})
}

// uses adds an object that somebody wrote at a version.
func uses(e *evidence.Evidence, version, resource, kind, namespace, name, by string) {
	gv := discovery.ParseGroupVersion(version)
	e.Usage = append(e.Usage, evidence.Usage{
		Object: evidence.ObjectName{Group: gv.Group, Resource: resource, Kind: kind, Namespace: namespace, Name: name}, Version: gv, By: by, Time: "2026-03-01T09:00:00Z",
	})
}
