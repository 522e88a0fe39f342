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
	batch = `{"openapi":"3.0.0","paths":{"/apis/batch/v1/jobs":{"get":{}}}}`
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
		definition = `{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"PLURAL.a.example"},"spec":{"group":"a.example","scope":"Namespaced","names":{"plural":"PLURAL","kind":"Widget"},"versions":[{"name":"v1","served":true,"storage":true,SCHEMA},{"name":"v1beta1","served":SERVED,"storage":false,SCHEMA}]}}]}`
	)
	v1, beta, gone := discovery.GroupVersion{Group: "a.example", Version: "v1"}, discovery.GroupVersion{Group: "a.example", Version: "v1beta1"}, discovery.GroupVersion{Group: "a.example", Version: "v1alpha1"}
	document := func(gv discovery.GroupVersion, plural string) []byte {
		return []byte(`{"openapi":"3.0.0","info":{"title":"Kubernetes CRD Swagger"},"paths":{"/apis/` + gv.String() + "/" + plural + `":{"get":{"x-kubernetes-action":"list"}}}}`)
	}
	for _, tt := range []struct {
		name, definition string
		documents        map[discovery.GroupVersion][]byte
		unknown          []discovery.GroupVersion
	}{
		{"no longer served", strings.NewReplacer("PLURAL", "widgets", "SERVED", "false").Replace(definition),
			map[discovery.GroupVersion][]byte{v1: document(v1, "widgets"), beta: document(beta, "widgets"), gone: document(gone, "widgets")}, nil},
		{"served, and not listed yet", strings.NewReplacer("PLURAL", "widgets", "SERVED", "true").Replace(definition),
			map[discovery.GroupVersion][]byte{v1: document(v1, "widgets"), beta: document(beta, "widgets")}, []discovery.GroupVersion{beta}},
		{"one resource of a listed version is no longer served", strings.NewReplacer("PLURAL", "gadgets", "SERVED", "false", `"name":"v1","served":true`, `"name":"v2","served":true`).Replace(definition),
			map[discovery.GroupVersion][]byte{v1: document(v1, "gadgets")}, nil},
		{"no definition", strings.NewReplacer("PLURAL", "others", "SERVED", "false").Replace(definition),
			map[discovery.GroupVersion][]byte{v1: document(v1, "widgets"), beta: document(beta, "widgets")}, []discovery.GroupVersion{beta}},
		{"definitions not read", "", map[discovery.GroupVersion][]byte{v1: document(v1, "widgets"), beta: document(beta, "widgets")}, []discovery.GroupVersion{beta}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set := documents.Set{AggregatedAPI: []byte(core), AggregatedAPIs: []byte(group), OpenAPIV3: tt.documents}
			if tt.definition != "" {
				set.CustomResources = []byte(strings.ReplaceAll(tt.definition, "SCHEMA", `"schema":{"openAPIV3Schema":{"type":"object"}}`))
			}
			s, err := set.Surface(openapi.NewDecoder())
			if err != nil {
				t.Fatal(err)
			}
			var unknown []discovery.GroupVersion
			for _, i := range s.Incomplete {
				unknown = append(unknown, i.GroupVersion)
				if strings.Contains(i.Reason, "until it restarts") != (tt.definition == "") {
					t.Errorf("the reason: %s", i.Reason)
				}
			}
			if !slices.Equal(unknown, tt.unknown) {
				t.Errorf("unknown: %v, want %v", unknown, tt.unknown)
			}
		})
	}
}
