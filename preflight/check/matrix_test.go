package check_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/fixtures/growth"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// hops returns the hops of the matrix, to which old and new rules apply.
func hops() [][2]int { return [][2]int{{21, 22}, {23, 24}, {25, 26}, {29, 33}, {34, 35}} }

func hopFrame(hop [2]int) frame {
	return frame{From: discovery.Release{Major: 1, Minor: hop[0]}, To: discovery.Release{Major: 1, Minor: hop[1]}}
}

// TestForbidden: if nothing could be read, no check that needs anything passes, whatever the state
// of the readings and the content of the evidence.
func TestForbidden(t *testing.T) {
	for _, state := range []evidence.State{evidence.Forbidden, evidence.Failed, evidence.Partial, evidence.NotAsked, "", "new-state"} {
		for _, hop := range hops() {
			in := input(t, hopFrame(hop), healthy(t))
			for r := range in.Readings {
				in.Readings[r] = evidence.Reading{What: r.String(), State: state, Reason: "no"}
			}
			for _, c := range check.All() {
				if o := c.Run(in); o.Verdict == preflight.Pass && len(c.Needs) > 0 {
					t.Errorf("%s passes with every reading %q, 1.%d → 1.%d", c.ID, state, hop[0], hop[1])
				}
			}
		}
	}
}

// TestForbiddenOneByOne: if one need of a check was not read, the check does not pass, and names
// it.
func TestForbiddenOneByOne(t *testing.T) {
	for _, c := range check.All() {
		for _, need := range c.Needs {
			in := input(t, hopFrame([2]int{34, 35}), healthy(t))
			in.Readings[need] = evidence.Reading{What: need.String(), State: evidence.Forbidden, Reason: "no", Permission: "list " + need.String()}
			o := c.Run(in)
			if o.Verdict == preflight.Pass {
				t.Errorf("%s passes though %s may not be read", c.ID, need)
			}
			named := slices.ContainsFunc(o.Gaps, func(g evidence.Gap) bool { return g.Permission == "list "+need.String() })
			if o.Verdict != preflight.NotApplicable && !named {
				t.Errorf("%s does not name the permission for %s: %v", c.ID, need, o.Gaps)
			}
		}
	}
}

// TestEmpty runs all checks without evidence.
func TestEmpty(t *testing.T) {
	for name, in := range map[string]preflight.Input{
		"no evidence":    {},
		"empty evidence": {Evidence: &evidence.Evidence{}},
		"data only":      withoutEvidence(t),
	} {
		for _, c := range check.All() {
			o := c.Run(in)
			if o.Verdict == preflight.Pass && (len(c.Needs) > 0 || name != "data only") {
				t.Errorf("%s: %s passes", name, c.ID)
			}
			if o.Items == nil || o.Gaps == nil {
				t.Errorf("%s: %s leaves a list out", name, c.ID)
			}
		}
	}
}

func withoutEvidence(t *testing.T) preflight.Input {
	in := input(t, hopFrame([2]int{29, 30}), &evidence.Evidence{})
	in.Evidence = &evidence.Evidence{At: now}
	return in
}

// TestHealthy: on a cluster without faults that was read completely, every required check passes or
// does not apply. Otherwise the tests above would prove nothing.
func TestHealthy(t *testing.T) {
	for _, hop := range hops() {
		in := input(t, hopFrame(hop), healthyAt(t, hop[0]))
		passes := 0
		for _, c := range check.All() {
			o := c.Run(in)
			if o.Verdict == preflight.Pass {
				passes++
			}
			if hop == [2]int{29, 33} && (c.ID == "kubelet-skew" || c.ID == "kube-proxy-skew") {
				continue // after four minors, nodes and proxies must be upgraded on the way
			}
			if c.Required && o.Verdict != preflight.Pass && o.Verdict != preflight.NotApplicable {
				t.Errorf("1.%d → 1.%d: %s is %s:\n%s", hop[0], hop[1], c.ID, o.Verdict, outcome(o))
			}
		}
		if passes < 20 {
			t.Errorf("1.%d → 1.%d: only %d checks have something to pass on", hop[0], hop[1], passes)
		}
	}
}

// TestNotServed: checks do not apply to what the server does not serve.
func TestNotServed(t *testing.T) {
	in := input(t, hopFrame([2]int{29, 30}), &evidence.Evidence{})
	for r := range in.Readings {
		in.Readings[r] = evidence.Reading{What: r.String(), State: evidence.NotServed}
	}
	for _, c := range check.All() {
		if o := c.Run(in); len(c.Needs) > 0 && o.Verdict != preflight.NotApplicable {
			t.Errorf("%s is %s where nothing that it needs is served", c.ID, o.Verdict)
		}
	}
}

// TestDeterministic: the same input gives the same outcome, in the same order.
func TestDeterministic(t *testing.T) {
	in := input(t, hopFrame([2]int{29, 33}), healthy(t))
	for _, c := range check.All() {
		first := outcome(c.Run(in))
		for range 5 {
			if again := outcome(c.Run(in)); again != first {
				t.Fatalf("%s answers\n%sand then\n%s", c.ID, first, again)
			}
		}
	}
}

// TestLarge: the time of a check is proportional to the number of objects.
func TestLarge(t *testing.T) {
	const pods = 24_000
	inputs := map[int]preflight.Input{}
	for _, n := range []int{pods, pods / 8} {
		inputs[n] = input(t, hopFrame([2]int{25, 26}), large(t, n))
	}
	for _, c := range check.All() {
		growth.Linear(t, c.ID, pods, func(n int) func() {
			return func() { c.Run(inputs[n]) }
		})
	}
}

// large returns a cluster with n pods, and other objects in proportion.
func large(t testing.TB, n int) *evidence.Evidence {
	t.Helper()
	e := healthy(t)
	kinds := n / 30
	for i := range n {
		e.Pods = append(e.Pods, evidence.Pod{
			Namespace: "shop", Name: fmt.Sprint("p", i), Phase: "Running", Labels: map[string]string{"app": fmt.Sprint("a", i%kinds), "pod-template-hash": fmt.Sprint(i % kinds)},
			Owner: evidence.Owner{Kind: "ReplicaSet", Name: "x", Controller: true},
		})
	}
	for i := range kinds {
		e.Budgets = append(e.Budgets, evidence.Budget{
			Object:   evidence.Object{APIVersion: "policy/v1", Kind: "PodDisruptionBudget", Namespace: "shop", Name: fmt.Sprint("b", i)},
			Selector: evidence.Selector{Labels: map[string]string{"app": fmt.Sprint("a", i)}}, DisruptionsAllowed: 1, ExpectedPods: 30,
		})
		e.CRDs = append(e.CRDs, evidence.CRD{Object: evidence.Object{Name: fmt.Sprint("c", i, ".example.com")}, Group: "example.com", Plural: fmt.Sprint("c", i), StoredVersions: []string{"v1"}, Versions: []evidence.CRDVersion{{Name: "v1", Served: true, Storage: true}}, Established: true})
	}
	// Pods behind each webhook, none of which runs on a ready node.
	for i := range kinds {
		name := fmt.Sprint("w", i)
		e.Services = append(e.Services, evidence.Service{Object: evidence.Object{Namespace: "shop", Name: name}, Ports: []int{443}})
		e.Endpoints["shop/"+name] = evidence.Endpoints{Ready: 1, Pods: []string{fmt.Sprint("p", i)}}
		e.Webhooks = append(e.Webhooks, evidence.Webhook{
			Object: evidence.Object{Name: name}, Hook: name, FailurePolicy: "Fail", Client: evidence.WebhookClient{Namespace: "shop", Service: name},
			Rules: []evidence.WebhookRule{{Groups: []string{"apps"}, Versions: []string{"v1"}, Resources: []string{"deployments"}, Operations: []string{"CREATE"}}},
		})
	}
	for i := range n / 5 {
		e.Usage = append(e.Usage, evidence.Usage{Object: evidence.ObjectName{Group: "autoscaling", Resource: "horizontalpodautoscalers", Name: fmt.Sprint("h", i)}, Version: discovery.GroupVersion{Group: "autoscaling", Version: "v2beta2"}, By: "x"})
	}
	return e
}

func healthy(t testing.TB) *evidence.Evidence { return healthyAt(t, 34) }

// healthyAt returns a cluster of a release that has objects of most kinds, and no fault.
func healthyAt(t testing.TB, minor int) *evidence.Evidence {
	t.Helper()
	v := fmt.Sprintf("v1.%d.2", minor)
	object := func(kind, namespace, name string) evidence.Object {
		return evidence.Object{APIVersion: "v1", Kind: kind, Namespace: namespace, Name: name}
	}
	component := func(name string) evidence.Component {
		return evidence.Component{Name: name, Pod: name + "-cp0", Node: "cp0", Image: "registry.example/" + name + ":" + v, Version: v, Arguments: []string{name, "--v=2"}}
	}
	e := &evidence.Evidence{
		Components: []evidence.Component{
			component("kube-apiserver"), component("kube-controller-manager"), component("kube-scheduler"), component("kube-proxy"),
			{Name: "coredns", Pod: "coredns-1", Node: "cp0", Image: "coredns:v1.11.1", Version: "v1.11.1"},
		},
		CRDs: []evidence.CRD{{
			Object: object("CustomResourceDefinition", "", "things.example.com"), Group: "example.com", Kind: "Thing", Plural: "things", Established: true,
			Versions: []evidence.CRDVersion{{Name: "v1", Served: true, Storage: true}}, StoredVersions: []string{"v1"}, Conversion: "None",
		}},
		APIServices: []evidence.APIService{{Object: object("APIService", "", "v1.apps"), Local: true, Available: "True"}},
		Budgets: []evidence.Budget{{
			Object: object("PodDisruptionBudget", "shop", "web"), Selector: evidence.Selector{Labels: map[string]string{"app": "web"}},
			DisruptionsAllowed: 1, ExpectedPods: 2, CurrentHealthy: 2, DesiredHealthy: 1, MinAvailable: "1",
		}},
		Pods:      []evidence.Pod{{Namespace: "shop", Name: "web-1", Node: "n1", Phase: "Running", Labels: map[string]string{"app": "web"}, Owner: evidence.Owner{Kind: "ReplicaSet", Name: "web", Controller: true}}},
		Workloads: []evidence.Workload{{Object: object("Deployment", "shop", "web"), Replicas: 2, Ready: 2, PodLabels: map[string]string{"app": "web"}}},
		Webhooks: []evidence.Webhook{{
			Object: object("ValidatingWebhookConfiguration", "", "policy"), Hook: "policy.example.com", Validating: true, FailurePolicy: "Ignore", MatchPolicy: "Equivalent",
			Rules: []evidence.WebhookRule{{Groups: []string{"apps"}, Versions: []string{"v1"}, Resources: []string{"deployments"}, Operations: []string{"CREATE"}}}, ReviewVersions: []string{"v1"}, TimeoutSeconds: 5,
			Client: evidence.WebhookClient{URL: "https://policy.example.com"},
		}, {
			Object: object("ValidatingWebhookConfiguration", "", "shop"), Hook: "shop.example.com", Validating: true, FailurePolicy: "Fail", MatchPolicy: "Equivalent",
			Rules: []evidence.WebhookRule{{Groups: []string{"apps"}, Versions: []string{"v1"}, Resources: []string{"deployments"}, Operations: []string{"CREATE"}}}, ReviewVersions: []string{"v1"}, TimeoutSeconds: 5,
			Client: evidence.WebhookClient{Namespace: "shop", Service: "web", CABundle: bundle(t, "good")},
		}},
		Services:  []evidence.Service{{Object: object("Service", "shop", "web"), Ports: []int{443}}},
		Endpoints: map[string]evidence.Endpoints{"shop/web": {Ready: 1, Pods: []string{"web-1"}}},
		Settings: evidence.Settings{
			ClusterConfiguration: "apiVersion: kubeadm.k8s.io/" + kubeadmAt(minor) + "\nkind: ClusterConfiguration\n", Corefile: ".:53 {\n  errors\n  forward . /etc/resolv.conf\n}\n",
			KubeProxy: "kind: KubeProxyConfiguration\nmode: iptables\n", KubeletConfiguration: "kind: KubeletConfiguration\n",
		},
		Kubelets: map[string]evidence.Kubelet{"cp0": {CgroupVersion: 2}, "n1": {CgroupVersion: 2}},
	}
	for _, name := range []string{"cp0", "n1"} {
		e.Nodes = append(e.Nodes, evidence.Node{
			Object: object("Node", "", name), KubeletVersion: v, Runtime: "containerd://2.1.0", OS: "linux", OSImage: "Debian GNU/Linux 12", Ready: true, ControlPlane: name == "cp0",
		})
	}
	return e
}

func kubeadmAt(minor int) string {
	switch {
	case minor >= 31:
		return "v1beta4"
	case minor >= 22:
		return "v1beta3"
	default:
		return "v1beta2"
	}
}
