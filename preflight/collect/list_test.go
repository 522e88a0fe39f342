package collect_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/kubedelta/kubedelta/fixtures/apiserver"
	"github.com/kubedelta/kubedelta/preflight/collect"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

const podsPath = "/api/v1/pods"

// TestPages: every object is read once, for any number of pages.
func TestPages(t *testing.T) {
	s := clusterOf(t, t.TempDir(), "version=v1.29.0", "generate=pods:1703")
	e := read(t, s, options(t, "1.33"))
	if len(e.Pods) != 1703 || e.Reading(evidence.Pods).Count != 1703 || s.Count(podsPath) != 4 {
		t.Errorf("%d pods, %+v, %d pages", len(e.Pods), e.Reading(evidence.Pods), s.Count(podsPath))
	}
	seen := map[string]bool{}
	for _, p := range e.Pods {
		seen[p.Namespace+"/"+p.Name] = true
	}
	if len(seen) != 1703 {
		t.Errorf("%d different pods", len(seen))
	}
}

// TestExpired: a list whose token expired starts again, and what was read before is not counted
// twice.
func TestExpired(t *testing.T) {
	for times, state := range map[int]evidence.State{1: evidence.Read, 3: evidence.Read, -1: evidence.Partial} {
		s := clusterOf(t, t.TempDir(), "version=v1.29.0", "generate=pods:5000", fmt.Sprintf("expire=pods:%d", times))
		e := read(t, s, options(t, "1.33"))
		want(t, e, evidence.Pods, state)
		if state == evidence.Read && len(e.Pods) != 5000 {
			t.Errorf("%d times: %d pods", times, len(e.Pods))
		}
		if state == evidence.Partial {
			want(t, e, evidence.Pods, state, "the list ended early, after 4000 objects", "410 Gone")
			if len(e.Pods) != 4000 || s.Count(podsPath) != 8 {
				t.Errorf("%d pods, %d requests", len(e.Pods), s.Count(podsPath))
			}
		}
		want(t, e, evidence.Nodes, evidence.Read)
	}
}

// TestBrokenPages: if a later page fails, the reading is partial, with the pages before it.
func TestBrokenPages(t *testing.T) {
	for kind, word := range map[apiserver.FaultKind]string{
		apiserver.TruncatedBody: "ended early", apiserver.TruncatedJSON: "the list is incomplete", apiserver.InvalidJSON: "not valid JSON",
		apiserver.HTML: "a web page", apiserver.Empty: "is empty", apiserver.NotFound: "404", apiserver.Unauthorized: "401",
	} {
		s := clusterOf(t, t.TempDir(), "version=v1.29.0", "generate=pods:8000", "fault-continue="+string(kind)+":"+podsPath)
		e := read(t, s, options(t, "1.33"))
		want(t, e, evidence.Pods, evidence.Partial, "the list ended early, after", word)
		if n := len(e.Pods); n < 500 || n >= 8000 || e.Reading(evidence.Pods).Count != n {
			t.Errorf("%s: %d pods, %+v", kind, n, e.Reading(evidence.Pods))
		}
	}
	s := clusterOf(t, t.TempDir(), "version=v1.29.0", "generate=pods:1200", "fault-continue=403:"+podsPath)
	want(t, read(t, s, options(t, "1.33")), evidence.Pods, evidence.Partial, "list pods")
	// A body that ends early once is read again.
	s = clusterOf(t, t.TempDir(), "version=v1.29.0", "generate=pods:1200")
	client, surface := connect(t, s)
	for _, kind := range []apiserver.FaultKind{apiserver.TruncatedBody, apiserver.TruncatedJSON, apiserver.Reset, apiserver.Unavailable} {
		s.SetFaults(apiserver.Fault{Path: podsPath, Kind: kind, Continue: true, Times: 1})
		e := readAs(t, client, surface, options(t, "1.33"))
		want(t, e, evidence.Pods, evidence.Read)
		if len(e.Pods) != 1200 {
			t.Errorf("%s: %d pods", kind, len(e.Pods))
		}
	}
}

// TestNoEnd: reading stops if a server returns one empty page after another.
func TestNoEnd(t *testing.T) {
	c, err := apiserver.ClusterConfig(t.TempDir(), "version=v1.29.0")
	if err != nil {
		t.Fatal(err)
	}
	s := started(t, c)
	client, surface := connect(t, s)
	e := readAs(t, endless{client, "/api/v1/services"}, surface, options(t, "1.33"))
	want(t, e, evidence.Services, evidence.Failed, "does not end")
	want(t, e, evidence.Nodes, evidence.Read)
}

// TestGarbage: items that no API server sends are reported, and the others are read.
func TestGarbage(t *testing.T) {
	c, err := apiserver.ClusterConfig(t.TempDir(), "version=v1.29.0")
	if err != nil {
		t.Fatal(err)
	}
	raw := func(texts ...string) (items []apiserver.Item) {
		for _, text := range texts {
			items = append(items, apiserver.Item{Raw: []byte(text)})
		}
		return items
	}
	good := `{"metadata":{"name":"good","namespace":"a"},"spec":{"a":1},"status":{}}`
	c.Objects = []apiserver.Collection{
		apiserver.Listed("", "nodes", raw(`null`, `5`, `[]`, `"x"`, `{}`, `{"metadata":null}`, good, `{"metadata":{"name":"garbage"},"status":{"nodeInfo":{"kubeletVersion":"garbage"}}}`,
			`{"metadata":{"name":"odd"},"status":{"nodeInfo":{"kubeletVersion":5}}}`, `{"metadata":{"name":"../../secrets"},"status":{}}`)),
		apiserver.Listed("policy", "poddisruptionbudgets", raw(good, `{"metadata":{"name":"negative","namespace":"a"},"spec":{"minAvailable":{}},"status":{"disruptionsAllowed":-5,"expectedPods":-1}}`,
			`{"metadata":{"name":"huge","namespace":"a"},"spec":{},"status":{"disruptionsAllowed":1e99}}`)),
		apiserver.Listed("apps", "deployments", raw(good, `{"metadata":{"name":"many","namespace":"a","labels":{"spec":"a"}},"spec":{"replicas":-3}}`, `{"metadata":{"name":"big","namespace":"a","annotations":{"a":"`+strings.Repeat("x", 5<<20)+`"}},"spec":{"a":1}}`)),
		apiserver.Listed("apps", "statefulsets", raw(good, `{"metadata":{"name":"toobig","namespace":"a","annotations":{"a":"`+strings.Repeat("x", 20<<20)+`"}}}`)),
		apiserver.Listed("", "services", raw(good, strings.Repeat(`[`, 20_000))),
		apiserver.Listed("apiregistration.k8s.io", "apiservices", raw(good, `{"metadata":{"name":"ca"},"spec":{"caBundle":"!!!"}}`)),
	}
	e := read(t, started(t, c), checking(t, options(t, "1.33"), "1.29"))
	want(t, e, evidence.Nodes, evidence.Partial, "7 of 10 objects cannot be read")
	if len(e.Nodes) != 3 || e.Nodes[1].KubeletVersion != "garbage" {
		t.Errorf("%+v", e.Nodes)
	}
	want(t, e, evidence.Budgets, evidence.Partial, "1 of 3", "huge: status.disruptionsAllowed")
	if len(e.Budgets) != 2 || e.Budgets[1].DisruptionsAllowed != -5 || e.Budgets[1].ExpectedPods != -1 {
		t.Errorf("%+v", e.Budgets)
	}
	want(t, e, evidence.Deployments, evidence.Read)
	if len(e.Workloads) != 4 || len(e.Workloads[2].Annotations) > 0 {
		t.Errorf("%d workloads", len(e.Workloads))
	}
	want(t, e, evidence.StatefulSets, evidence.Partial, "larger than 16 MiB", "after 1 objects")
	want(t, e, evidence.Services, evidence.Partial, "not valid JSON")
	want(t, e, evidence.APIServices, evidence.Partial, "ca: spec.caBundle")
	want(t, e, evidence.Pods, evidence.Read)
	want(t, e, evidence.Configz, evidence.Failed)
}

// TestOtherNamespaces: an object that is not in the requested namespace is reported.
func TestOtherNamespaces(t *testing.T) {
	c, err := apiserver.ClusterConfig(t.TempDir(), "version=v1.29.0")
	if err != nil {
		t.Fatal(err)
	}
	c.Objects = []apiserver.Collection{apiserver.Listed("apps", "deployments", []apiserver.Item{{Raw: []byte(`{"metadata":{"name":"a","namespace":"b"},"spec":{"replicas":1}}`)}})}
	client, surface := connect(t, started(t, c))
	o := options(t, "1.33")
	o.Scope.Namespace = "shop"
	e := readAs(t, everywhere{client}, surface, o)
	want(t, e, evidence.Deployments, evidence.Partial, "b/a: it is in the namespace b, not in shop")
}

// everywhere answers lists of a namespace with those of all namespaces.
type everywhere struct{ collect.Server }

func (s everywhere) Read(ctx context.Context, path, query, accept string, into func(io.Reader) error) error {
	return s.Server.Read(ctx, strings.Replace(path, "/namespaces/shop/", "/", 1), query, accept, into)
}

// TestHugeNames: huge names are not in messages.
func TestHugeNames(t *testing.T) {
	c, err := apiserver.ClusterConfig(t.TempDir(), "version=v1.29.0")
	if err != nil {
		t.Fatal(err)
	}
	c.Objects = []apiserver.Collection{apiserver.Listed("", "nodes", []apiserver.Item{{Raw: []byte(`{"metadata":{"name":"a\u001b[31m` + strings.Repeat("ä", 1000) + `"},"status":5}`)}})}
	e := read(t, started(t, c), options(t, "1.33"))
	if r := e.Reading(evidence.Nodes).Reason; len(r) > 300 || strings.Contains(r, "\x1b") || strings.Contains(r, "\uFFFD") {
		t.Errorf("%q", r)
	}
}

// TestTimeLimit: what was not read within the time limit is reported.
func TestTimeLimit(t *testing.T) {
	// On a busy machine the rest takes longer.
	for limit := time.Second; ; limit *= 2 {
		s := clusterOf(t, folder(t, sample), version)
		client, surface := connectFor(t, s, limit)
		s.SetFaults(apiserver.Fault{Path: "/apis/apps/v1/*", Kind: apiserver.Slow})
		e := readAs(t, client, surface, options(t, "1.25"))
		want(t, e, evidence.Deployments, evidence.Failed, "time limit")
		if e.Reading(evidence.Metrics).State == evidence.Read || limit > time.Minute {
			want(t, e, evidence.Metrics, evidence.Read)
			return
		}
	}
}

// TestKubelets: one kubelet of each kind is asked first, and not all of them need to answer.
func TestKubelets(t *testing.T) {
	dir := unpack(t, nodeOf("a", "v1.29.0"), nodeOf("b", "v1.29.0"), nodeOf("c", "v1.28.0"), txtar.File{Name: "configz/a.json", Data: []byte(`{"kubeletconfig":{}}`)}, txtar.File{Name: "configz/b.json", Data: []byte(`{}`)})
	s := clusterOf(t, dir, "version=v1.29.0")
	e := read(t, s, options(t, "1.33"))
	want(t, e, evidence.Configz, evidence.Partial, "2 of 3 kubelets did not answer", "b: its response contains no kubelet configuration")
	o := options(t, "1.33")
	o.Kubelets = 1
	want(t, read(t, s, o), evidence.Configz, evidence.Partial, "only 1 of 3 nodes were read")
	o.Kubelets = -1
	want(t, read(t, s, o), evidence.Configz, evidence.NotAsked)
	s = clusterOf(t, dir, "version=v1.29.0", "forbid=nodes/proxy")
	want(t, read(t, s, options(t, "1.33")), evidence.Configz, evidence.Forbidden)
	if n := s.Count("/api/v1/nodes/*"); n != 1 {
		t.Errorf("%d nodes were asked by a user who may not", n)
	}
	s = clusterOf(t, dir, "version=v1.29.0", "fault=backend-403:/api/v1/nodes/a/proxy/configz")
	want(t, read(t, s, options(t, "1.33")), evidence.Configz, evidence.Failed, "3 of 3 kubelets did not answer", "a: GET /api/v1/nodes/a/proxy/configz: 403 Forbidden, not from the API server")
	s = clusterOf(t, dir, "version=v1.29.0", "fault=backend-500:/api/v1/nodes/a/proxy/configz")
	want(t, read(t, s, options(t, "1.33")), evidence.Configz, evidence.Failed, "3 of 3 kubelets did not answer", "a: GET /api/v1/nodes/a/proxy/configz: 500 Internal Server Error, not from the API server")
	// An API server that cannot connect to the kubelet, or cannot resolve the name of the node.
	for _, status := range []string{"503", "400"} {
		s = clusterOf(t, dir, "version=v1.29.0", "fault="+status+":/api/v1/nodes/a/proxy/configz")
		want(t, read(t, s, options(t, "1.33")), evidence.Configz, evidence.Failed, "3 of 3 kubelets did not answer", "a: GET /api/v1/nodes/a/proxy/configz: "+status, "the API server cannot reach the kubelet")
	}
}

// TestNoItems: an empty list has items, except for two types whose Go type omits them.
func TestNoItems(t *testing.T) {
	for list, empty := range map[string]bool{
		`{"kind":"ValidatingAdmissionPolicyList","apiVersion":"admissionregistration.k8s.io/v1alpha1","metadata":{"resourceVersion":"1"}}`:        true,
		`{"kind":"ValidatingAdmissionPolicyBindingList","apiVersion":"admissionregistration.k8s.io/v1alpha1","metadata":{"resourceVersion":"1"}}`: true,
		`{"kind":"ValidatingAdmissionPolicyList","apiVersion":"admissionregistration.k8s.io/v1","metadata":{"resourceVersion":"1"}}`:              false,
		`{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"}}`:                                                                 false,
		`{"kind":"ValidatingAdmissionPolicyList","apiVersion":"admissionregistration.k8s.io/v1alpha1","metadata":{},"items":null}`:                false,
	} {
		if _, err := collect.ReadList(strings.NewReader(list), func([]byte) {}); (err == nil) != empty {
			t.Errorf("%s: %v", list, err)
		}
	}
}

// TestUnstoredDefinitions: a definition without a stored version is none of an API server, and its
// check must not pass.
func TestUnstoredDefinitions(t *testing.T) {
	for status, state := range map[string]evidence.State{
		"{storedVersions: [v1]}": evidence.Read, "{storedVersions: []}": evidence.Partial, `{conditions: [{type: Established, status: "True"}]}`: evidence.Partial,
	} {
		text := `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {kind: Widget, plural: widgets}
  scope: Cluster
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
status: ` + status + "\n"
		e := read(t, clusterOf(t, unpack(t, txtar.File{Name: "objects/crd.yaml", Data: []byte(text)}), "version=v1.29.0"), options(t, "1.30"))
		if want(t, e, evidence.Definitions, state); state == evidence.Partial {
			want(t, e, evidence.Definitions, state, "widgets.example.com: its status.storedVersions is empty")
		}
	}
}

// upgraded is a server behind an address where another version answers in the end.
type upgraded struct{ collect.Server }

func (u upgraded) Read(ctx context.Context, path, query, accept string, into func(io.Reader) error) error {
	if path == "/version" {
		return into(strings.NewReader(`{"gitVersion":"v1.22.0"}`))
	}
	return u.Server.Read(ctx, path, query, accept, into)
}

// TestAnotherVersion: /version is read again in the end, also with only the objects.
func TestAnotherVersion(t *testing.T) {
	client, surface := connect(t, clusterOf(t, folder(t, sample), version))
	for _, only := range []bool{false, true} {
		o := options(t, "1.25")
		o.ObjectsOnly = only
		want(t, readAs(t, upgraded{client}, surface, o), evidence.Version, evidence.Failed, `"v1.21.4" at first, and "v1.22.0" later`)
		want(t, readAs(t, client, surface, o), evidence.Version, evidence.NotAsked)
	}
}
