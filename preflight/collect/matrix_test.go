package collect_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
	"github.com/kubedelta/kubedelta/preflight/collect"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// TestForbidEach forbids each thing in turn: its reading has the permission, and every other
// reading is unchanged.
func TestForbidEach(t *testing.T) {
	dir := folder(t, sample)
	all := read(t, clusterOf(t, dir, version), options(t, "1.25"))
	for _, key := range slices.SortedFunc(maps.Keys(all.Readings), func(a, b evidence.Resource) int { return strings.Compare(a.String(), b.String()) }) {
		if young(key) {
			continue
		}
		t.Run(key.String(), func(t *testing.T) {
			word, permission := key.String(), "list "+key.String()
			// What else is lost with it, or read in another way.
			also := map[evidence.Resource]evidence.State{key: evidence.Forbidden}
			switch key {
			case evidence.Metrics:
				permission = "get /metrics"
			case evidence.Configz:
				permission = "get nodes/proxy"
			case evidence.KubeSystem:
				permission = "get namespaces/kube-system"
			case evidence.KubeadmConfig, evidence.CoreDNSConfig, evidence.KubeProxyConfig, evidence.KubeletConfig:
				permission = "get " + key.String() + " in kube-system"
			case evidence.Nodes:
				also[evidence.Configz] = evidence.Forbidden
			case evidence.Namespaces:
				also[evidence.KubeSystem] = evidence.Forbidden
			case evidence.HelmConfigMaps:
				for _, k := range []evidence.Resource{evidence.KubeadmConfig, evidence.CoreDNSConfig, evidence.KubeProxyConfig, evidence.KubeletConfig} {
					also[k] = evidence.Forbidden
				}
			case evidence.Pods:
				word = "pods/*" // in all namespaces
			case evidence.ComponentPods:
				word, permission = "pods", "list pods in kube-system"
				also[evidence.Pods] = evidence.Forbidden
			}
			e := read(t, clusterOf(t, dir, version, "forbid="+word), options(t, "1.25"))
			want(t, e, key, evidence.Forbidden, "the user may not")
			if got := e.Reading(key).Permission; got != permission {
				t.Errorf("permission %q, want %q", got, permission)
			}
			for k, r := range e.Readings {
				if state := also[k]; state != "" {
					if r.State != state {
						t.Errorf("%s is %s, not %s", k, r.State, state)
					}
				} else if diff := cmp.Diff(all.Readings[k], r); diff != "" {
					t.Errorf("%s changed too:\n%s", k, diff)
				}
			}
			if key == evidence.Pods && (len(e.Pods) > 0 || cmp.Diff(all.Components, e.Components) != "") {
				t.Errorf("%d pods, components %v", len(e.Pods), e.Components)
			}
		})
	}
}

// TestForbidEverything: everything is requested and nothing is read.
func TestForbidEverything(t *testing.T) {
	e := read(t, clusterOf(t, folder(t, sample), version, "forbid=everything"), checking(t, options(t, "1.25"), "1.21"))
	for key, r := range e.Readings {
		if r.State != evidence.Forbidden && r.State != evidence.NotServed || r.State == evidence.Forbidden && (r.Permission == "" || r.Reason == "") || r.Count != 0 {
			t.Errorf("%s: %+v", key, r)
		}
	}
	empty(t, e)
}

func empty(t *testing.T, e *evidence.Evidence) {
	t.Helper()
	if n := len(e.Nodes) + len(e.Pods) + len(e.Components) + len(e.CRDs) + len(e.Usage) + len(e.Checked) + len(e.Requested) + len(e.Kubelets) + len(e.Releases); n > 0 || e.Server.UID != "" || !e.Started.IsZero() {
		t.Errorf("something was read of nothing: %+v", e)
	}
}

// TestUnauthorized has servers that return 401, or something that is not the API.
func TestEverythingFails(t *testing.T) {
	dir := folder(t, sample)
	for _, kind := range []apiserver.FaultKind{apiserver.Unauthorized, apiserver.NotFound, apiserver.HTML, apiserver.Empty, apiserver.InvalidJSON, apiserver.TruncatedJSON, apiserver.TruncatedBody, apiserver.Redirect} {
		t.Run(string(kind), func(t *testing.T) {
			s := clusterOf(t, dir, version)
			client, surface := connect(t, s)
			s.SetFaults(apiserver.Fault{Path: "*", Kind: kind, To: "https://else.example/"})
			e := readAs(t, client, surface, options(t, "1.25"))
			for key, r := range e.Readings {
				if young(key) {
					continue
				}
				settings := strings.HasPrefix(key.Name, "configmaps/") && kind == apiserver.NotFound
				if r.State != evidence.Failed && r.State != evidence.Partial && !settings || r.Reason == "" && !settings {
					t.Errorf("%s is %+v", key, r)
				}
				for _, leak := range []string{"127.0.0.1", apiserver.ServerAddress, "else.example", "Bearer"} {
					if strings.Contains(r.Reason, leak) {
						t.Errorf("%s tells %s: %s", key, leak, r.Reason)
					}
				}
			}
		})
	}
}

// TestDead: if a server dies, what was read is kept, and the rest is reported. No list is empty
// without a reason.
func TestDead(t *testing.T) {
	dir := folder(t, sample)
	s := clusterOf(t, dir, version)
	client, surface := connect(t, s)
	s.Kill()
	e := readAs(t, client, surface, options(t, "1.25"))
	for key, r := range e.Readings {
		if !young(key) && (r.State != evidence.Failed || r.Reason == "") {
			t.Errorf("%s is %+v", key, r)
		}
	}
	empty(t, e)

	for _, after := range []int{1, 10, 25} {
		c, err := apiserver.ClusterConfig(dir, version)
		if err != nil {
			t.Fatal(err)
		}
		c.KillAfter = requestsOfDiscovery(t, c) + after
		e := read(t, started(t, c), options(t, "1.25"))
		told := 0
		for key, r := range e.Readings {
			switch {
			case r.State == evidence.Read, young(key):
				told++
			case r.State != evidence.Failed || r.Reason == "":
				t.Errorf("after %d: %s is %+v", after, key, r)
			}
		}
		if told == 0 || told == len(e.Readings) {
			t.Errorf("after %d requests %d of %d were read", after, told, len(e.Readings))
		}
	}
}

func requestsOfDiscovery(t *testing.T, c apiserver.Config) int {
	t.Helper()
	s := started(t, c)
	connect(t, s)
	return len(s.Requests())
}

// TestUnknownGroups: a group whose discovery failed is not NotServed.
func TestUnknownGroups(t *testing.T) {
	c, err := apiserver.ClusterConfig(folder(t, sample), version)
	if err != nil {
		t.Fatal(err)
	}
	c.Stale = []discovery.GroupVersion{{Group: "policy", Version: "v1"}, {Group: "policy", Version: "v1beta1"}}
	e := read(t, started(t, c), options(t, "1.25"))
	want(t, e, evidence.Budgets, evidence.Failed, "whether the server serves it is unknown")
	want(t, e, evidence.Resource{Group: "policy", Name: "podsecuritypolicies"}, evidence.Failed)
	want(t, e, evidence.Deployments, evidence.Read)
	if !slices.Contains(e.Watched, evidence.Budgets) {
		t.Errorf("budgets are not among what should have been read: %v", e.Watched)
	}
	// If the discovery of one version failed, the budgets are listed at the other.
	c.Stale = c.Stale[1:]
	e = read(t, started(t, c), options(t, "1.25"))
	want(t, e, evidence.Budgets, evidence.Read)
	want(t, e, evidence.Resource{Group: "policy", Name: "podsecuritypolicies"}, evidence.Failed)
}

// TestNotServed: a server for custom resources has neither nodes nor pods, and gets no requests for
// them.
func TestNotServed(t *testing.T) {
	surface := &discovery.Surface{Version: "v1.33.0", Release: discovery.Release{Major: 1, Minor: 33}}
	v := surface.AddGroupVersion(discovery.GroupVersion{Group: "apiextensions.k8s.io", Version: "v1"})
	v.Resources = []discovery.Resource{{Name: "customresourcedefinitions", Kind: "CustomResourceDefinition", Scope: discovery.Cluster, Verbs: []string{"get", "list"}}}
	s := started(t, apiserver.Config{Surface: surface})
	client, seen := connect(t, s)
	s.Forget()
	e := readAs(t, client, seen, options(t, "1.34"))
	want(t, e, evidence.Definitions, evidence.Read)
	for _, key := range []evidence.Resource{evidence.Nodes, evidence.Pods, evidence.ComponentPods, evidence.Configz, evidence.KubeSystem, evidence.CoreDNSConfig, evidence.HelmSecrets, evidence.EndpointSlices} {
		r := e.Reading(key)
		if r.State != evidence.NotServed && r.State != evidence.Failed || r.Reason == "" {
			t.Errorf("%s is %+v", key, r)
		}
	}
	for _, r := range s.Requests() {
		if r.Path != "/metrics" && r.Path != "/version" && r.Resource != "customresourcedefinitions.apiextensions.k8s.io" {
			t.Errorf("%s was asked for", r.Path)
		}
	}
}

// TestRole: the role permits reading everything, and every part of it is needed.
func TestRole(t *testing.T) {
	dir := folder(t, sample)
	c, err := apiserver.ClusterConfig(dir, version)
	if err != nil {
		t.Fatal(err)
	}
	plain := started(t, c)
	_, surface := connect(t, plain)
	o := checking(t, options(t, "1.25"), "1.21")
	c.Role = collect.ClusterRole(surface, o)
	s := started(t, c)
	allowed, _ := connect(t, s)
	s.Forget()
	e := readAs(t, allowed, surface, o)
	if got := states(e); len(got) > 0 {
		t.Errorf("with the role: %v\n%s", got, c.Role)
	}
	asked := map[string]bool{}
	for _, r := range s.Requests() {
		if r.Resource != "" {
			asked[r.Resource] = true
		}
	}
	for resource := range asked {
		name, _, _ := strings.Cut(resource, ".")
		if !strings.Contains(string(c.Role), `"`+name) {
			t.Errorf("%s was asked for and is not in the role", resource)
		}
		without := c
		without.Forbid = []string{resource}
		if resource == "nodes" {
			without.Forbid = []string{"nodes", "nodes/proxy"}
		}
		if len(states(read(t, started(t, without), o))) == 0 {
			t.Errorf("%s is not needed", resource)
		}
	}
	for line := range strings.Lines(string(c.Role)) {
		// Each resource of the role was requested.
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), `- "`); ok && !strings.HasPrefix(name, "/") && !strings.Contains(name, "kube") && !strings.Contains(name, "coredns") {
			name, _, _ = strings.Cut(name, `"`)
			name, _, _ = strings.Cut(name, "/")
			if !slices.ContainsFunc(slices.Collect(maps.Keys(asked)), func(r string) bool { return r == name || strings.HasPrefix(r, name+".") }) {
				t.Errorf("the role grants %s, which was not asked for", name)
			}
		}
	}
}

var _ collect.Server = (*cluster.Client)(nil)

// TestRoleWithoutSurface: the role without a surface covers every server of the release.
func TestRoleWithoutSurface(t *testing.T) {
	o := options(t, "1.25")
	o.From = discovery.Release{Major: 1, Minor: 21}
	c, err := apiserver.ClusterConfig(folder(t, sample), version)
	if err != nil {
		t.Fatal(err)
	}
	c.Role = collect.ClusterRole(nil, o)
	got := states(read(t, started(t, c), o))
	delete(got, "widgets.example.com") // only the server has it
	if len(got) > 0 {
		t.Errorf("%v\n%s", got, c.Role)
	}
	o.From = discovery.Release{}
	if text := string(collect.ClusterRole(nil, o)); strings.Contains(text, "reviews") || strings.Contains(text, "events") || !strings.Contains(text, "ingresses") {
		t.Error(text)
	}
	o.Kubelets = -1
	if text := string(collect.ClusterRole(nil, o)); strings.Contains(text, "nodes/proxy\"") || strings.Contains(text, "create") || strings.Contains(text, `"*"`) {
		t.Error(text)
	}
}
