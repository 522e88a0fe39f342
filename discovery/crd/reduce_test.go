package crd_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/kubedelta/kubedelta/discovery/crd"
)

// TestReduce: the recorded definitions of a server have the same facts as the manifest, except
// those that the server's documents contain.
func TestReduce(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/odd.yaml")
	if err != nil {
		t.Fatal(err)
	}
	item, err := yaml.YAMLToJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	page, err := crd.Reduce([]byte(`{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinitionList", "metadata": {"continue": "x"}, "items": [` + string(item) + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	found, err := crd.Read("page", page)
	if err != nil {
		t.Fatal(err)
	}
	told, server := surface(t, string(text)), surface(t, string(text))
	for _, schema := range server.Schemas {
		withoutNames(schema)
	}
	for _, v := range server.Groups[0].Versions {
		v.Resources[0].Custom = nil
	}
	server.Unserved = nil
	if err := crd.Annotate(server, found.Definitions); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(told.Groups, server.Groups); diff != "" {
		t.Error(diff)
	}
	if len(server.Unserved) != 1 || server.Unserved[0].String() != "example.com/v1alpha1" || server.Unserved[0].Body != nil || told.Unserved[0].Body == nil {
		t.Errorf("not served: %+v, in the manifest %+v", server.Unserved, told.Unserved)
	}
	for name, schema := range told.Schemas {
		if diff := cmp.Diff(schema.Field("metadata"), server.Schemas[name].Field("metadata")); diff != "" {
			t.Error(diff)
		}
	}
}
