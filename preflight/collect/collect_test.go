package collect_test

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
	"github.com/kubedelta/kubedelta/preflight/collect"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

const (
	sample  = "testdata/cluster.txtar"
	version = "version=v1.21.4"
)

// TestReadings: everything in a readable cluster is read, and what it does not serve is not
// requested.
func TestReadings(t *testing.T) {
	s := clusterOf(t, folder(t, sample), version)
	client, surface := connect(t, s)
	s.Forget()
	e := readAs(t, client, surface, checking(t, options(t, "1.25"), "1.21"))
	for key, r := range e.Readings {
		if r.State != evidence.Read && (!young(key) || r.State != evidence.NotServed) {
			t.Errorf("%s is %s: %s", key, r.State, r.Reason)
		}
	}
	for _, r := range s.Requests() {
		if r.Method != http.MethodGet || r.Verb != "get" && r.Verb != "list" {
			t.Errorf("%s %s %s?%s", r.Method, r.Verb, r.Path, r.Query)
		}
		for _, old := range []string{"v1beta1/poddisruptionbudgets", "v2beta", "extensions/", "batch/v1beta1", "endpointslices", "events", "secrets"} {
			if strings.Contains(r.Path, old) && !strings.Contains(r.Path, "discovery.k8s.io/v1/") && !strings.Contains(r.Query, "owner%3Dhelm") {
				t.Errorf("%s?%s was asked for", r.Path, r.Query)
			}
		}
	}
	if e.Server.UID != "11111111-2222-4333-8444-555555555555" || e.Server.Version != "v1.21.4" || e.Server.Release.String() != "1.21" {
		t.Errorf("%+v", e.Server)
	}
}

// TestEvidence compares what is kept of every kind of object with its manifest.
func TestEvidence(t *testing.T) {
	e := read(t, clusterOf(t, folder(t, sample), version), options(t, "1.25"))
	node := func(name string, labels map[string]string) evidence.Object {
		return evidence.Object{APIVersion: "v1", Kind: "Node", Name: name, Labels: labels}
	}
	equal(t, "nodes", e.Nodes, []evidence.Node{
		{
			Object:         node("control-1", map[string]string{"node-role.kubernetes.io/master": "", "kubernetes.io/hostname": "control-1"}),
			KubeletVersion: "v1.21.4", Runtime: "docker://20.10.7", Kernel: "5.4.0", OSImage: "Ubuntu 20.04", OS: "linux",
			Ready: true, ControlPlane: true,
		},
		{Object: node("worker-1", nil), KubeletVersion: "v1.20.11-eks-f17b81", Runtime: "containerd://1.4.6", Unschedulable: true},
		{Object: node("worker-2", nil)},
	})
	equal(t, "components", e.Components, []evidence.Component{
		{
			Name: "kube-apiserver", Pod: "kube-apiserver-control-1", Node: "control-1", Image: "registry.example.com:5000/k8s/kube-apiserver:v1.21.4@sha256:0123",
			Version: "v1.21.4", Arguments: []string{"kube-apiserver", "--feature-gates=EphemeralContainers=true"},
		},
		{Name: "kube-proxy", Pod: "kube-proxy-x2x4z", Node: "worker-1", Image: "gke.gcr.io/kube-proxy-amd64:v1.21.3-gke.2001", Version: "v1.21.3-gke.2001"},
		{
			Name: "kube-scheduler", Pod: "kube-scheduler-control-1", Node: "control-1", Image: "registry.example.com:5000/kube-scheduler@sha256:0123",
			Arguments: []string{"kube-scheduler", "--leader-elect=true", "--port=0", "2>&1"},
		},
	})
	equal(t, "settings", e.Settings, evidence.Settings{
		ClusterConfiguration: "apiVersion: kubeadm.k8s.io/v1beta2\n", KubeletConfiguration: "kind: KubeletConfiguration\n", KubeProxy: "mode: ipvs\n", Corefile: ".:53 {\n}\n", ConfigMaps: map[string]string{"kube-proxy": "kube-proxy-config", "kubelet-config": "kubelet-config-1.21"},
	})
	webhook := evidence.WebhookClient{Namespace: "shop", Service: "hook", Port: 443, CABundle: []byte("CA")}
	equal(t, "CRDs", e.CRDs, []evidence.CRD{{
		Object: evidence.Object{APIVersion: "apiextensions.k8s.io/v1", Kind: "CustomResourceDefinition", Name: "widgets.example.com"},
		Group:  "example.com", Kind: "Widget", Plural: "widgets", StoredVersions: []string{"v1alpha1", "v1"}, Conversion: "Webhook", Client: webhook, ReviewVersions: []string{"v1"}, Established: true,
		Versions: []evidence.CRDVersion{{Name: "v1", Served: true, Storage: true}, {Name: "v1beta1", Served: true, Deprecated: true}, {Name: "v1alpha1"}},
	}})
	service := func(name string) evidence.Object {
		return evidence.Object{APIVersion: "apiregistration.k8s.io/v1", Kind: "APIService", Name: name}
	}
	equal(t, "APIServices", e.APIServices, []evidence.APIService{
		{Object: service("v1.apps"), Local: true, Available: "True", Reason: "Local"},
		{
			Object: service("v1beta1.metrics.k8s.io"), Client: evidence.WebhookClient{Namespace: "shop", Service: "metrics", Port: 4443},
			Available: "False", Reason: "MissingEndpoints", Message: "no",
		},
	})
	equal(t, "webhooks", e.Webhooks, []evidence.Webhook{
		{
			Object:     evidence.Object{APIVersion: "admissionregistration.k8s.io/v1", Kind: "ValidatingWebhookConfiguration", Name: "policy"},
			Validating: true, Hook: "a.example.com", Client: webhook, FailurePolicy: "Fail", MatchPolicy: "Exact", TimeoutSeconds: 30, ReviewVersions: []string{"v1"}, MatchConditions: []string{"no-leases"},
			Rules: []evidence.WebhookRule{{Groups: []string{"*"}, Versions: []string{"v1beta1"}, Resources: []string{"*/*"}, Operations: []string{"CREATE"}, Scope: "*"}},
		},
		{
			Object: evidence.Object{APIVersion: "admissionregistration.k8s.io/v1", Kind: "MutatingWebhookConfiguration", Name: "inject"},
			Hook:   "b.example.com", Client: evidence.WebhookClient{URL: "https://hooks.example.com/b"}, FailurePolicy: "Ignore",
		},
	})
	equal(t, "endpoints", e.Endpoints, map[string]evidence.Endpoints{"shop/hook": {Ready: 2, NotReady: 1, Pods: []string{"web-2-abcde"}}})
	equal(t, "services", e.Services, []evidence.Service{{
		Object: evidence.Object{APIVersion: "v1", Kind: "Service", Namespace: "shop", Name: "hook"}, Type: "ClusterIP", Selector: map[string]string{"app": "web"}, Ports: []int{443, 8443},
	}})
	equal(t, "volumes", e.Volumes, []evidence.Volume{{Name: "pv-1", Claim: "shop/data", Class: "local", Nodes: []string{"worker-1"}, Local: true}, {Name: "pv-2"}})
	equal(t, "claims", e.Claims, []evidence.Claim{{Namespace: "shop", Name: "data", Volume: "pv-1"}})
	equal(t, "namespaces", e.NamespaceLabels, map[string]map[string]string{"kube-system": nil})
	no := false
	equal(t, "kubelets", e.Kubelets, map[string]evidence.Kubelet{
		"control-1": {FeatureGates: map[string]bool{"RotateKubeletServerCertificate": true}, FailCgroupV1: &no},
		"worker-1":  {},
		"worker-2":  {},
	})
}

// TestWorkloads: pods, their controllers, and budgets.
func TestWorkloads(t *testing.T) {
	e := read(t, clusterOf(t, folder(t, sample), version), options(t, "1.25"))
	pod := func(name string) *evidence.Pod {
		i := slices.IndexFunc(e.Pods, func(p evidence.Pod) bool { return p.Name == name })
		if i < 0 {
			t.Fatalf("no pod %s", name)
		}
		return &e.Pods[i]
	}
	equal(t, "a pod", *pod("web-2-abcde"), evidence.Pod{
		Namespace: "shop", Name: "web-2-abcde", Node: "worker-1", Phase: "Running", Labels: map[string]string{"app": "web", "tier": "a"},
		Owner: evidence.Owner{APIVersion: "apps/v1", Kind: "ReplicaSet", Name: "web-2", Controller: true}, Details: &evidence.PodDetails{Claims: []string{"data", "web-2-abcde-scratch"}},
	})
	if p := pod("kube-apiserver-control-1"); !p.Mirror || !p.HostPath || pod("bare").HostPath || pod("bare").Mirror {
		t.Errorf("%+v", p)
	}
	var workloads []string
	for _, w := range e.Workloads {
		workloads = append(workloads, strings.Join([]string{w.Kind, w.Name, strings.Repeat("*", w.Replicas), strings.Repeat("+", w.Ready)}, " "))
	}
	// Only the ReplicaSet with pods is kept: each Deployment has ten old ones.
	equal(t, "workloads", workloads, []string{"Deployment web * +", "StatefulSet db * ", "DaemonSet agent *** ++", "ReplicaSet web-2 * "})
	web := e.Workloads[0]
	equal(t, "its selector", web.Selector, evidence.Selector{Labels: map[string]string{"app": "web"}, Expressions: []evidence.Requirement{{Key: "tier", Operator: "In", Values: []string{"a", "b"}}}})
	equal(t, "its annotations", web.Annotations, map[string]string{"note": "short"})
	equal(t, "its managers", web.Managers, []evidence.Manager{{Name: "argocd", APIVersion: "apps/v1", Time: "2024-01-02T03:04:05Z"}})
	b := e.Budgets[1]
	b.Object = evidence.Object{}
	equal(t, "a budget", b, evidence.Budget{
		Selector: evidence.Selector{Labels: map[string]string{"app": "web"}}, ExpectedPods: 1, CurrentHealthy: 1, DesiredHealthy: 1, Generation: 3, ObservedGeneration: 3, MinAvailable: "50%",
	})
	if odd := e.Budgets[0]; odd.MaxUnavailable != "1" || !odd.Selector.Null || !odd.SyncFailed {
		t.Errorf("%+v", e.Budgets[0])
	}
}

// TestSettings: the ConfigMap with the configuration counts, and one without it is a gap.
func TestSettings(t *testing.T) {
	of := func(name, entry string) txtar.File {
		return txtar.File{Name: "objects/" + name + ".yaml", Data: []byte("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + ", namespace: kube-system}\ndata: {" + entry + ": \"mode: ipvs\"}\n")}
	}
	e := read(t, clusterOf(t, unpack(t, of("kube-proxy", "kubeconfig"), of("kube-proxy-config", "config")), "version=v1.29.0"), options(t, "1.30"))
	want(t, e, evidence.KubeProxyConfig, evidence.Read)
	equal(t, "the settings of EKS", e.Settings, evidence.Settings{KubeProxy: "mode: ipvs", ConfigMaps: map[string]string{"kube-proxy": "kube-proxy-config"}})
	e = read(t, clusterOf(t, unpack(t, of("kube-proxy", "kubeconfig")), "version=v1.29.0"), options(t, "1.30"))
	want(t, e, evidence.KubeProxyConfig, evidence.Failed, "the ConfigMap kube-proxy has no entry config.conf or config")
}

func TestMetrics(t *testing.T) {
	e := read(t, clusterOf(t, folder(t, sample), version), options(t, "1.25"))
	equal(t, "requested", e.Requested, []evidence.Requested{
		{Group: "policy", Version: "v1beta1", Resource: "podsecuritypolicies", Removed: discovery.Release{Major: 1, Minor: 25}, Value: 1},
		{Group: "autoscaling", Version: "v2beta1", Resource: "horizontalpodautoscalers", Subresource: "status", Value: 1},
	})
	equal(t, "gates", e.Gates, []evidence.Gate{
		{Name: "EphemeralContainers", Stage: "ALPHA", Component: "kube-apiserver", Enabled: true}, {Name: `A "quoted" \ one`, Component: "kube-apiserver"},
	})
	equal(t, "calls", e.Calls, []evidence.WebhookCalls{{Validating: true, Hook: "a.example.com", Answered: 8, Failed: 3}, {Hook: "a.example.com", Failed: 4}})
	if want := time.Date(2021, 7, 1, 0, 0, 0, 5e8, time.UTC); !e.Started.Equal(want) {
		t.Errorf("started %v, not %v", e.Started, want)
	}
}

// TestMetricsComeFirst: the metrics are read before the lists, because the server counts the list
// of PodSecurityPolicies at their only version.
func TestMetricsComeFirst(t *testing.T) {
	s := clusterOf(t, folder(t, sample), version)
	client, surface := connect(t, s)
	s.Forget()
	readAs(t, client, surface, options(t, "1.25"))
	if first := s.Requests()[0].Path; first != "/metrics" {
		t.Errorf("%s was asked for first", first)
	}
}

func TestCgroupVersion(t *testing.T) {
	dir := unpack(t, nodeOf("new", "v1.31.0"), nodeOf("old", "v1.30.0"),
		txtar.File{Name: "configz/new.json", Data: []byte(`{"kubeletconfig":{}}`)}, txtar.File{Name: "configz/new.txt", Data: []byte("# x\nkubelet_cgroup_version 1\n")},
		txtar.File{Name: "configz/old.json", Data: []byte(`{"kubeletconfig":{}}`)}, txtar.File{Name: "configz/old.txt", Data: []byte("kubelet_cgroup_version 2\n")},
	)
	e := read(t, clusterOf(t, dir, "version=v1.31.0"), options(t, "1.33"))
	equal(t, "kubelets", e.Kubelets, map[string]evidence.Kubelet{"new": {CgroupVersion: 1}, "old": {}})
}

func nodeOf(name, version string) txtar.File {
	return txtar.File{Name: "objects/" + name + ".yaml", Data: []byte("apiVersion: v1\nkind: Node\nmetadata: {name: " + name + "}\nstatus: {nodeInfo: {kubeletVersion: " + version + "}}\n")}
}

func TestEndpointsWithoutSlices(t *testing.T) {
	s := clusterOf(t, unpack(t, txtar.File{Name: "objects/a.yaml", Data: []byte(`
apiVersion: v1
kind: Endpoints
metadata: {name: hook, namespace: shop}
subsets: [{addresses: [{ip: 192.0.2.1, targetRef: {kind: Pod, namespace: shop, name: web}}, {ip: 192.0.2.2, targetRef: {kind: Node, name: a}}], notReadyAddresses: [{ip: 192.0.2.3}]}]
`)}), "version=v1.16.0")
	e := read(t, s, options(t, "1.17"))
	equal(t, "endpoints", e.Endpoints, map[string]evidence.Endpoints{"shop/hook": {Ready: 2, NotReady: 1, Pods: []string{"web"}}})
	if r := e.Reading(evidence.EndpointSlices); r.State != evidence.Read || r.What != "endpoints" || r.Count != 1 {
		t.Errorf("%+v", r)
	}
}

// TestSameEvidence: two readings return the same evidence, in the same order.
func TestSameEvidence(t *testing.T) {
	s := clusterOf(t, folder(t, sample), version)
	client, surface := connect(t, s)
	o := checking(t, options(t, "1.25"), "1.21")
	first := readAs(t, client, surface, o)
	for range 5 {
		if diff := cmp.Diff(first, readAs(t, client, surface, o), cmp.Comparer(func(a, b *discovery.Surface) bool { return a == b })); diff != "" {
			t.Fatalf("the readings differ:\n%s", diff)
		}
	}
}

func TestCancelled(t *testing.T) {
	s := clusterOf(t, folder(t, sample), version)
	client, surface := connect(t, s)
	before := s.Count("*")
	s.SetFaults(apiserver.Fault{Path: "*", Kind: apiserver.Slow})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for s.Count("*") == before {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	o := options(t, "1.25")
	o.Parallel = 3
	e, err := collect.Collect(ctx, client, surface, o)
	if e != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	// There was no answer, so only the concurrent requests were made.
	if n := s.Count("*") - before; n > o.Parallel {
		t.Errorf("%d requests, with %d at once", n, o.Parallel)
	}
}

func TestProgress(t *testing.T) {
	o := options(t, "1.25")
	last, total := 0, 0
	o.Progress = func(done, all int) {
		if done < last || done > all {
			t.Errorf("%d of %d after %d", done, all, last)
		}
		last, total = done, all
	}
	read(t, clusterOf(t, folder(t, sample), version, "generate=pods:1800"), o)
	if last != total || last < 40 {
		t.Errorf("%d of %d in the end", last, total)
	}
}

func TestNoSurface(t *testing.T) {
	if _, err := collect.Collect(t.Context(), nil, nil, collect.Options{}); err == nil {
		t.Error("a cluster of which nothing is known was read")
	}
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// states returns the readings with another state than Read.
func states(e *evidence.Evidence) map[string]evidence.State {
	out := map[string]evidence.State{}
	for key, r := range maps.All(e.Readings) {
		if r.State != evidence.Read && r.State != evidence.NotServed {
			out[key.String()] = r.State
		}
	}
	return out
}
