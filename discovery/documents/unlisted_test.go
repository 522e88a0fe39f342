package documents_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
)

const (
	core  = `{"kind":"APIGroupDiscoveryList","items":[{"metadata":{},"versions":[{"version":"v1","resources":[{"resource":"pods","responseKind":{"kind":"Pod"},"scope":"Namespaced","verbs":["list"]}]}]}]}`
	apps  = `{"kind":"APIGroupDiscoveryList","items":[{"metadata":{"name":"apps"},"versions":[{"version":"v1","resources":[{"resource":"deployments","responseKind":{"kind":"Deployment"},"scope":"Namespaced","verbs":["list"]}]}]}]}`
	batch = `{"openapi":"3.0.0","info":{"title":"Kubernetes"},"paths":{"/apis/batch/v1/jobs":{"get":{}}}}`
	// empty is the document of a group-version without resources.
	empty = `{"openapi":"3.0.0","paths":{"/apis/idle/v1/":{"get":{}}}}`
)

// TestUnlisted: a group-version with a document that discovery does not list is incomplete, not
// removed.
func TestUnlisted(t *testing.T) {
	set := documents.Set{
		AggregatedAPI: []byte(core), AggregatedAPIs: []byte(apps),
		OpenAPIV3: map[discovery.GroupVersion][]byte{
			{Group: "batch", Version: "v1"}: []byte(batch), {Group: "idle", Version: "v1"}: []byte(empty),
		},
	}
	s, err := set.Surface(openapi.NewDecoder())
	if err != nil {
		t.Fatal(err)
	}
	if reason, unknown := s.Unknown(discovery.GroupVersion{Group: "batch", Version: "v1"}, discovery.PartResources); !unknown || !strings.Contains(reason, "not ready") {
		t.Errorf("batch/v1 is taken as gone: %q", reason)
	}
	if len(s.Incomplete) != 1 {
		t.Errorf("only batch/v1 is unread, but there is %v", s.Incomplete)
	}
}

// TestWithdrawn: an API server keeps the documents of the versions that a definition of a custom
// resource no longer serves. They do not show that discovery is incomplete.
func TestWithdrawn(t *testing.T) {
	const (
		group      = `{"kind":"APIGroupDiscoveryList","items":[{"metadata":{"name":"a.example"},"versions":[{"version":"v1","resources":[{"resource":"widgets","responseKind":{"kind":"Widget"},"scope":"Namespaced","verbs":["list"]}]}]}]}`
		definition = `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"PLURAL.a.example"},"spec":{"group":"a.example","scope":"Namespaced","names":{"plural":"PLURAL","kind":"Widget"},"versions":[{"name":"v1","served":true,"storage":true,SCHEMA},{"name":"v1beta1","served":SERVED,"storage":false,SCHEMA}]}}`
	)
	defined := func(plural, served string, more ...string) string {
		return strings.NewReplacer(append([]string{"PLURAL", plural, "SERVED", served}, more...)...).Replace(definition)
	}
	v1, beta, gone := discovery.GroupVersion{Group: "a.example", Version: "v1"}, discovery.GroupVersion{Group: "a.example", Version: "v1beta1"}, discovery.GroupVersion{Group: "a.example", Version: "v1alpha1"}
	document := func(gv discovery.GroupVersion, plural string) []byte {
		return []byte(`{"openapi":"3.0.0","info":{"title":"Kubernetes CRD Swagger"},"paths":{"/apis/` + gv.String() + "/namespaces/{namespace}/" + plural + `":{"get":{"x-kubernetes-action":"list"}}}}`)
	}
	for _, tt := range []struct {
		name, definitions string
		documents         map[discovery.GroupVersion][]byte
		unknown           []discovery.GroupVersion
	}{
		{"no longer served", defined("widgets", "false"),
			map[discovery.GroupVersion][]byte{v1: document(v1, "widgets"), beta: document(beta, "widgets"), gone: document(gone, "widgets")}, nil},
		{"served, and not listed yet", defined("widgets", "true"),
			map[discovery.GroupVersion][]byte{v1: document(v1, "widgets"), beta: document(beta, "widgets")}, []discovery.GroupVersion{beta}},
		{"one resource of a listed version is no longer served", defined("widgets", "false") + "," + defined("gadgets", "false", `"name":"v1","served":true`, `"name":"v2","served":true`),
			map[discovery.GroupVersion][]byte{v1: document(v1, "gadgets")}, nil},
		{"no definition", defined("others", "false"),
			map[discovery.GroupVersion][]byte{v1: document(v1, "widgets"), beta: document(beta, "widgets")}, []discovery.GroupVersion{v1, beta}},
		{"an empty list of definitions", " ",
			map[discovery.GroupVersion][]byte{v1: document(v1, "widgets")}, []discovery.GroupVersion{v1}},
		{"definitions not read", "", map[discovery.GroupVersion][]byte{v1: document(v1, "widgets"), beta: document(beta, "widgets")}, []discovery.GroupVersion{beta}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set := documents.Set{AggregatedAPI: []byte(core), AggregatedAPIs: []byte(group), OpenAPIV3: tt.documents}
			if tt.definitions != "" {
				set.CustomResources = []byte(`{"apiVersion":"v1","kind":"List","items":[` + strings.ReplaceAll(tt.definitions, "SCHEMA", `"schema":{"openAPIV3Schema":{"type":"object"}}`) + "]}")
			}
			s, err := set.Surface(openapi.NewDecoder())
			if err != nil {
				t.Fatal(err)
			}
			var unknown []discovery.GroupVersion
			for _, i := range s.Incomplete {
				unknown = append(unknown, i.GroupVersion)
				if strings.Contains(i.Reason, "until it restarts") != (tt.definitions == "") {
					t.Errorf("the reason: %s", i.Reason)
				}
			}
			if !slices.Equal(unknown, tt.unknown) {
				t.Errorf("unknown: %v, want %v", unknown, tt.unknown)
			}
		})
	}
}

// TestRepeated: a resource that discovery lists twice, with different facts, is unknown in both forms of
// discovery.
func TestRepeated(t *testing.T) {
	gv := discovery.GroupVersion{Group: "a.example", Version: "v1"}
	for verb, want := range map[string]bool{"list": false, "get": true} {
		aggregated := `{"kind":"APIGroupDiscoveryList","items":[{"metadata":{"name":"a.example"},"versions":[{"version":"v1","resources":[` +
			`{"resource":"widgets","responseKind":{"kind":"Widget"},"scope":"Cluster","verbs":["list"]},{"resource":"widgets","responseKind":{"kind":"Widget"},"scope":"Cluster","verbs":["` + verb + `"]}]}]}]}`
		plain := `{"kind":"APIResourceList","groupVersion":"a.example/v1","resources":[{"name":"widgets","kind":"Widget","verbs":["list"]},{"name":"widgets","kind":"Widget","verbs":["` + verb + `"]}]}`
		for form, set := range map[string]documents.Set{
			"aggregated": {AggregatedAPI: []byte(core), AggregatedAPIs: []byte(aggregated)},
			"plain": {
				AggregatedAPI: []byte(core), GroupList: []byte(`{"kind":"APIGroupList","groups":[{"name":"a.example","versions":[{"groupVersion":"a.example/v1","version":"v1"}]}]}`),
				ResourceLists: map[discovery.GroupVersion][]byte{gv: []byte(plain)},
			},
		} {
			s, err := set.Surface(openapi.NewDecoder())
			if err != nil {
				t.Fatal(err)
			}
			if reason, unknown := s.Unknown(gv, discovery.PartResources); unknown != want {
				t.Errorf("%s, %s and list: %q", form, verb, reason)
			}
		}
	}
}

// TestEnding: a custom resource whose definition is being deleted can be read and deleted, but no longer
// written. Any other verb that only the document shows is missing in discovery.
func TestEnding(t *testing.T) {
	gv := discovery.GroupVersion{Group: "a.example", Version: "v1"}
	for _, tt := range []struct {
		title, verbs string
		unknown      bool
	}{
		{"Kubernetes CRD Swagger", `"create","delete","get","list"`, false}, {"Kubernetes CRD Swagger", `"delete","get","list"`, false},
		{"Kubernetes CRD Swagger", `"get","list"`, true}, {"Kubernetes", `"delete","get","list"`, true}, {"Others", `"list"`, false},
	} {
		kind := `"x-kubernetes-group-version-kind":{"group":"a.example","version":"v1","kind":"Widget"}`
		set := documents.Set{
			AggregatedAPI:  []byte(core),
			AggregatedAPIs: []byte(`{"kind":"APIGroupDiscoveryList","items":[{"metadata":{"name":"a.example"},"versions":[{"version":"v1","resources":[{"resource":"widgets","responseKind":{"kind":"Widget"},"scope":"Cluster","verbs":[` + tt.verbs + `]}]}]}]}`),
			OpenAPIV3: map[discovery.GroupVersion][]byte{gv: []byte(`{"openapi":"3.0.0","info":{"title":"` + tt.title + `"},"paths":{"/apis/a.example/v1/widgets":{"get":{"x-kubernetes-action":"list",` + kind + `},"post":{"x-kubernetes-action":"post",` + kind + `}},` +
				`"/apis/a.example/v1/widgets/{name}":{"get":{"x-kubernetes-action":"get",` + kind + `},"delete":{"x-kubernetes-action":"delete",` + kind + `}}}}`)},
		}
		s, err := set.Surface(openapi.NewDecoder())
		if err != nil {
			t.Fatal(err)
		}
		if reason, unknown := s.Unknown(gv, discovery.PartResources); unknown != tt.unknown {
			t.Errorf("%s, discovery with %s: %q", tt.title, tt.verbs, reason)
		}
	}
}

// TestOtherServers: in the document of a server behind the API server, a path is a resource only if its
// operations state a kind.
func TestOtherServers(t *testing.T) {
	gv := discovery.GroupVersion{Group: "a.example", Version: "v1"}
	for _, tt := range []struct {
		title, kind string
		unknown     bool
	}{
		{"Others", `,"x-kubernetes-group-version-kind":{"group":"a.example","version":"v1","kind":"Widget"}`, true}, {"Others", "", false},
		{"Kubernetes", "", true}, // 1.23 states no kinds
	} {
		for _, resources := range []string{"", `{"resource":"gadgets","responseKind":{"kind":"Gadget"},"scope":"Cluster","verbs":["list"]}`} {
			set := documents.Set{
				AggregatedAPI:  []byte(core),
				AggregatedAPIs: []byte(`{"kind":"APIGroupDiscoveryList","items":[{"metadata":{"name":"a.example"},"versions":[{"version":"v1","resources":[` + resources + `]}]}]}`),
				OpenAPIV3:      map[discovery.GroupVersion][]byte{gv: []byte(`{"openapi":"3.0.0","info":{"title":"` + tt.title + `"},"paths":{"/apis/a.example/v1/widgets":{"get":{"operationId":"a"` + tt.kind + `}}}}`)},
			}
			s, err := set.Surface(openapi.NewDecoder())
			if err != nil {
				t.Fatal(err)
			}
			if reason, unknown := s.Unknown(gv, discovery.PartResources); unknown != tt.unknown {
				t.Errorf("%s with %q, discovery with %q: %q", tt.title, tt.kind, resources, reason)
			}
		}
	}
}
