package main

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"testing"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// What is worked out of a type is what its published definition says, as far as
// types tell it. This proves the method for the very release that is read, which
// may have no documents yet.
func TestWorkedOutEqualsPublished(t *testing.T) {
	published := published()
	k, err := allKinds()
	if err != nil {
		t.Fatal(err)
	}
	merge, err := readTopology()
	if err != nil {
		t.Fatal(err)
	}
	s := schemas{kinds: k, topology: merge, done: map[string]*spec.Schema{}}
	for _, root := range []reflect.Type{
		reflect.TypeFor[apiextensionsv1.CustomResourceDefinitionList](), reflect.TypeFor[apiregistrationv1.APIServiceList](),
		reflect.TypeFor[autoscalingv1.HorizontalPodAutoscalerList](), reflect.TypeFor[autoscalingv1.Scale](),
		reflect.TypeFor[metav1.DeleteOptions](), reflect.TypeFor[metav1.Status](), reflect.TypeFor[metav1.APIGroupList](),
		reflect.TypeFor[metav1.APIResourceList](),
	} {
		if err := s.add(root); err != nil {
			t.Fatal(err)
		}
	}
	fields := 0
	for _, name := range slices.Sorted(maps.Keys(s.done)) {
		definition, ok := published[name]
		if !ok {
			t.Errorf("%s has no published definition", name)
			continue
		}
		got, want := told(t, s.done[name]), told(t, asServed(&definition.Schema))
		if got != want {
			t.Errorf("%s\nworked out: %s\npublished:  %s", name, got, want)
		}
		fields += len(definition.Schema.Properties)
	}
	t.Logf("%d schemas with %d fields are equal", len(s.done), fields)
}

// told is what types tell of a schema, as text: its form and that of its
// fields, without descriptions, required fields, defaults, and marks of merging.
func told(t *testing.T, schema *spec.Schema) string {
	t.Helper()
	text, err := json.Marshal(schema)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	text, err = json.Marshal(form(v, false))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// form keeps the keywords of a schema that say its form. The names of
// properties are no keywords.
func form(v any, names bool) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = form(v[i], false)
		}
	case map[string]any:
		if all, ok := v["allOf"].([]any); ok && !names && len(all) == 1 {
			return form(all[0], false) // a reference, with or without siblings
		}
		for name, value := range v {
			switch {
			case names, name == "items", name == "additionalProperties", name == "oneOf", name == "allOf":
				v[name] = form(value, false)
			case name == "properties":
				v[name] = form(value, true)
			case name != "type" && name != "format" && name != "$ref":
				delete(v, name)
			}
		}
	}
	return v
}
