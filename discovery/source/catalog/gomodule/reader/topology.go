package main

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/applyconfigurations"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/kube-openapi/pkg/validation/spec"
	merge "sigs.k8s.io/structured-merge-diff/v6/schema"
)

// topology is the schema that client-go merges applied configurations by. It is
// generated from the API's own OpenAPI document and keeps of it how lists and
// maps are merged, the unions and the defaults. It covers the types below kinds
// that can be applied; of the rest (reviews, lists of kinds) nothing is known.
type topology map[string]merge.TypeDef

// readTopology takes the schema from a converted object, because the package
// that holds it is internal to client-go.
func readTopology() (topology, error) {
	pod := &corev1.Pod{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}}
	converted, err := applyconfigurations.NewTypeConverter(scheme.Scheme).ObjectToTyped(pod)
	if err != nil {
		return nil, fmt.Errorf("the merge schema of client-go's applyconfigurations: %w", err)
	}
	types := topology{}
	for _, def := range converted.Schema().Types {
		types[def.Name] = def
	}
	return types, nil
}

// annotateType writes what holds for every use of a type.
func (t topology) annotateType(name string, schema *spec.Schema) {
	def, ok := t[name]
	if !ok || def.Map == nil {
		return
	}
	annotateMap(def.Map.ElementRelationship, schema)
	var unions []any
	for _, u := range def.Map.Unions {
		unions = append(unions, union(u))
	}
	if len(unions) > 0 {
		schema.AddExtension("x-kubernetes-unions", unions)
	}
}

func union(u merge.Union) map[string]any {
	values := map[string]any{}
	for _, f := range u.Fields {
		values[f.FieldName] = f.DiscriminatorValue
	}
	written := map[string]any{"fields-to-discriminateBy": values}
	if u.Discriminator != nil {
		written["discriminator"] = *u.Discriminator
	}
	return written
}

// annotateField writes what the merge schema says of a field of a type.
func (t topology) annotateField(owner, name string, property *spec.Schema) {
	def, ok := t[owner]
	if !ok || def.Map == nil {
		return
	}
	field, ok := def.Map.FindField(name)
	if !ok {
		return
	}
	if field.Default != nil && property.Default == nil {
		property.Default = field.Default
	}
	annotateUse(field.Type, property)
}

// annotateUse writes how a list or map is merged, and the lists and maps in it.
func annotateUse(use merge.TypeRef, schema *spec.Schema) {
	if use.ElementRelationship != nil {
		annotateMap(*use.ElementRelationship, schema)
	}
	if list := use.Inlined.List; list != nil && schema.Type.Contains("array") {
		annotateList(list, schema)
		annotateUse(list.ElementType, schema.Items.Schema)
	}
	if m := use.Inlined.Map; m != nil && schema.Type.Contains("object") {
		annotateMap(m.ElementRelationship, schema)
		if schema.AdditionalProperties != nil {
			annotateUse(m.ElementType, schema.AdditionalProperties.Schema)
		}
	}
}

func annotateList(list *merge.List, schema *spec.Schema) {
	switch {
	case list.ElementRelationship == merge.Associative && len(list.Keys) > 0:
		schema.AddExtension("x-kubernetes-list-type", "map")
		schema.AddExtension("x-kubernetes-list-map-keys", list.Keys)
	case list.ElementRelationship == merge.Associative:
		schema.AddExtension("x-kubernetes-list-type", "set")
	case list.ElementRelationship == merge.Atomic:
		schema.AddExtension("x-kubernetes-list-type", "atomic")
	}
}

// annotateMap writes only what differs from the default, granular.
func annotateMap(relation merge.ElementRelationship, schema *spec.Schema) {
	if relation == merge.Atomic {
		schema.AddExtension("x-kubernetes-map-type", "atomic")
	}
}
