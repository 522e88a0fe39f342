package openapi_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/fixtures/data"
)

// TestAgainstKubeOpenAPI compares the decoder with Kubernetes' own types on real documents of the
// oldest and the newest form: every schema, property, type, format, reference, required name,
// default and extension.
func TestAgainstKubeOpenAPI(t *testing.T) {
	for _, name := range []string{"1.23/api/v1", "1.24/apis/batch/v1", "1.35/api/v1", "1.35/apis/apiextensions.k8s.io/v1", "1.35/apis/resource.k8s.io/v1"} {
		t.Run(name, func(t *testing.T) {
			text := read(t, name)
			var oracle spec3.OpenAPI
			if err := json.Unmarshal(text, &oracle); err != nil {
				t.Fatal(err)
			}
			doc, err := openapi.NewDecoder().Decode(text)
			if err != nil {
				t.Fatal(err)
			}
			if len(doc.Schemas) != len(oracle.Components.Schemas) {
				t.Errorf("%d schemas, want %d", len(doc.Schemas), len(oracle.Components.Schemas))
			}
			for schema, want := range oracle.Components.Schemas {
				if d := cmp.Diff(flattenSpec(want, ""), flatten(doc.Schemas[schema], "")); d != "" {
					t.Errorf("%s (-kube-openapi +ours):\n%s", schema, d)
				}
			}
		})
	}
}

// TestAgainstKinOpenAPI compares names and types of properties with an independent library.
func TestAgainstKinOpenAPI(t *testing.T) {
	text := read(t, "1.35/apis/apps/v1")
	oracle, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi.NewDecoder().Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range oracle.Components.Schemas {
		for property, ref := range want.Value.Properties {
			f := doc.Schemas[name].Field(property)
			if f == nil {
				t.Errorf("%s has no %s", name, property)
				continue
			}
			if ref.Ref == "" && ref.Value.Type != nil && !ref.Value.Type.Is(f.Schema.Type) {
				t.Errorf("%s.%s is %q, want %v", name, property, f.Schema.Type, ref.Value.Type)
			}
			if f.Required != slices.Contains(want.Value.Required, property) {
				t.Errorf("%s.%s: required is %v", name, property, f.Required)
			}
		}
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(data.Root(t), "openapi", filepath.FromSlash(name)+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// flatten writes a schema as lines, in the same form for both decoders.
func flatten(s *discovery.Schema, at string) map[string]string {
	out := map[string]string{}
	put := func(key, value string) {
		if value != "" {
			out[at+" "+key] = value
		}
	}
	put("type", s.Type)
	put("format", s.Format)
	put("ref", s.Ref)
	put("default", s.Default)
	put("description", s.Description)
	for _, k := range s.Extensions {
		put(k.Name, k.Value)
	}
	for _, f := range s.Properties {
		if f.Required {
			put("required "+f.Name, "true")
		}
		merge(out, flatten(f.Schema, at+"."+f.Name))
	}
	if s.Items != nil {
		merge(out, flatten(s.Items, at+"[]"))
	}
	if s.AdditionalProperties != nil {
		merge(out, flatten(s.AdditionalProperties, at+".*"))
	}
	return out
}

func flattenSpec(s *spec.Schema, at string) map[string]string {
	out := map[string]string{}
	put := func(key, value string) {
		if value != "" {
			out[at+" "+key] = value
		}
	}
	put("type", strings.Join(s.Type, ","))
	put("format", s.Format)
	ref := s.Ref.String()
	if len(s.AllOf) == 1 {
		ref = s.AllOf[0].Ref.String()
	}
	put("ref", strings.TrimPrefix(ref, "#/components/schemas/"))
	put("description", s.Description)
	if s.Default != nil {
		put("default", compact(s.Default))
	}
	for name, value := range s.Extensions {
		if name != "x-kubernetes-group-version-kind" {
			put(name, compact(value))
		}
	}
	for name, p := range s.Properties {
		if slices.Contains(s.Required, name) {
			put("required "+name, "true")
		}
		merge(out, flattenSpec(&p, at+"."+name))
	}
	if s.Items != nil && s.Items.Schema != nil {
		merge(out, flattenSpec(s.Items.Schema, at+"[]"))
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil {
		merge(out, flattenSpec(s.AdditionalProperties.Schema, at+".*"))
	}
	return out
}

func compact(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func merge(into, from map[string]string) {
	for k, v := range from {
		into[k] = v
	}
}
