package documents_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/documents"
	"github.com/kubedelta/kubedelta/discovery/openapi"
)

// planted is an API that a server lists. Whatever else the server lists, the API must be in the
// surface, or something must be incomplete. Otherwise the API would look removed.
const planted = `{"metadata":{"name":"policy"},"versions":[{"version":"v1beta1","resources":[{"resource":"podsecuritypolicies","responseKind":{"kind":"PodSecurityPolicy"},"scope":"Cluster","verbs":["list"]}]}]}`

// others returns responses of servers and proxies next to it.
func others() []string {
	return []string{
		`{}`, `null`, `1`, `"a"`, `[]`, `{"metadata":{"name":"apps"}}`, `{"metadata":{"name":"apps"},"versions":[]}`, `{"metadata":{"name":"apps"},"versions":[{"version":"v1","freshness":"Stale"}]}`,
		`{"metadata":{"name":"apps"},"versions":[{"version":"v1","resources":[]}]}`, `{"metadata":{"name":"apps"},"versions":[{"version":"v1","resources":[{"resource":""}]}]}`,
		`{"metadata":{"name":""},"versions":[{"version":"v1"}]}`, `{"metadata":{"name":"policy"},"versions":[{"version":"v1"}]}`, `{"metadata":{"name":"policy"},"versions":[{"version":"v1beta1"}]}`,
		`{"metadata":{"name":"policy"},"versions":[{"version":"v1beta1","freshness":"Odd"}]}`, `{"a":{"b":[{}]}}`,
	}
}

// seen reports whether the planted API is in the surface, or anything is incomplete.
func seen(s *discovery.Surface, err error) bool {
	if err != nil || len(s.Incomplete) > 0 {
		return true
	}
	r := s.Resource(discovery.GroupVersion{Group: "policy", Version: "v1beta1"}, "podsecuritypolicies")
	return r != nil && r.Kind == "PodSecurityPolicy"
}

// FuzzSilentDiscovery adds a group to any others, in both formats of discovery.
func FuzzSilentDiscovery(f *testing.F) {
	for i, text := range others() {
		f.Add(text, others()[(i*5+2)%len(others())])
	}
	f.Fuzz(func(t *testing.T, before, behind string) {
		if !json.Valid([]byte(before)) || !json.Valid([]byte(behind)) {
			return
		}
		aggregated := fmt.Sprintf(`{"kind":"APIGroupDiscoveryList","metadata":%s,"items":[%s,%s,%s]}`, before, before, planted, behind)
		set := documents.Set{AggregatedAPI: []byte(core), AggregatedAPIs: []byte(aggregated)}
		if s, err := set.Surface(openapi.NewDecoder()); !seen(s, err) {
			t.Errorf("nothing is said of %s", aggregated)
		}
		groups := fmt.Sprintf(`{"kind":"APIGroupList","items":[],"groups":[%s,{"name":"policy","versions":[{"groupVersion":"policy/v1beta1","version":"v1beta1"}]},%s]}`, before, behind)
		list := fmt.Sprintf(`{"kind":"APIResourceList","groupVersion":"policy/v1beta1","resources":[%s,{"name":"podsecuritypolicies","kind":"PodSecurityPolicy","verbs":["list"]},%s]}`, behind, before)
		set = documents.Set{
			APIVersions: []byte(`{"kind":"APIVersions","versions":["v1"]}`), GroupList: []byte(groups),
			ResourceLists: map[discovery.GroupVersion][]byte{
				{Version: "v1"}:                       []byte(`{"kind":"APIResourceList","groupVersion":"v1","resources":[{"name":"pods","kind":"Pod","namespaced":true,"verbs":["list"]}]}`),
				{Group: "policy", Version: "v1beta1"}: []byte(list),
			},
		}
		if s, err := set.Surface(openapi.NewDecoder()); !seen(s, err) {
			t.Errorf("nothing is said of %s with %s", groups, list)
		}
	})
}

// FuzzSilentDocument adds a schema to any others of a document.
func FuzzSilentDocument(f *testing.F) {
	for i, text := range append(others(), `{"get":{}}`, `{"type":"object"}`, `{"$ref":"#/components/schemas/b"}`, `{"type":5}`, `{"properties":[]}`) {
		f.Add(text, others()[(i*5+2)%len(others())])
	}
	gv := discovery.GroupVersion{Group: "policy", Version: "v1beta1"}
	f.Fuzz(func(t *testing.T, before, behind string) {
		if !json.Valid([]byte(before)) || !json.Valid([]byte(behind)) {
			return
		}
		document := fmt.Sprintf(`{"openapi":"3.0.0","paths":{"/apis/policy/v1beta1/a":%s,"/apis/policy/v1beta1/podsecuritypolicies":{"get":{"x-kubernetes-action":"list","x-kubernetes-group-version-kind":{"group":"policy","version":"v1beta1","kind":"PodSecurityPolicy"}}}},`+
			`"info":%s,"components":{"schemas":{"a":%s,"io.k8s.api.policy.v1beta1.PodSecurityPolicy":{"type":"object","properties":{"planted":{"type":"string"}},"x-kubernetes-group-version-kind":[{"group":"policy","version":"v1beta1","kind":"PodSecurityPolicy"}]},"b":%s}}}`,
			before, behind, behind, before)
		set := documents.Set{OpenAPIV3: map[discovery.GroupVersion][]byte{gv: []byte(document)}}
		s, err := set.Surface(openapi.NewDecoder())
		if err != nil || len(s.Incomplete) > 0 {
			return
		}
		schema := s.Schemas["io.k8s.api.policy.v1beta1.PodSecurityPolicy"]
		if !seen(s, err) || schema == nil || !hasField(schema, "planted") {
			t.Errorf("nothing is said of %s", document)
		}
	})
}

func hasField(s *discovery.Schema, name string) bool {
	return slices.ContainsFunc(s.Properties, func(f discovery.Field) bool { return f.Name == name })
}
