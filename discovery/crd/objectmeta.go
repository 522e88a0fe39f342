package crd

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// embeddedMetadata returns what the metadata of an embedded object must be: what the definition
// declares, and the types of ObjectMeta, which the server checks whether the definition declares them
// or not. It drops all other fields, and null, and publishes nothing of this
// (apiextensions-apiserver/pkg/apiserver/schema/objectmeta). It never prunes metadata by the schema.
func embeddedMetadata(metadata *discovery.Field) *discovery.Schema {
	declared := &discovery.Schema{}
	if metadata != nil {
		declared = metadata.Schema
	}
	out := *typed(declared, objectMeta())
	out.Type = "" // beside a reference
	return &out
}

// typed returns a declared schema of a value that has a type of ObjectMeta.
func typed(declared, is *discovery.Schema) *discovery.Schema {
	if declared == nil {
		return is
	}
	out := *declared
	out.Type, out.Format, out.Nullable = cmp.Or(declared.Type, is.Type), cmp.Or(declared.Format, is.Format), false
	out.Extensions = slice.Filter(declared.Extensions, func(k discovery.Keyword) bool { return k.Name != preserveUnknown })
	if is.AdditionalProperties != nil {
		out.AdditionalProperties = typed(declared.AdditionalProperties, is.AdditionalProperties)
	}
	if is.Items != nil {
		out.Items = typed(declared.Items, is.Items)
	}
	if len(is.Properties) == 0 {
		return &out
	}
	out.Properties = nil
	for _, p := range is.Properties {
		d := declared.Field(p.Name)
		if d == nil {
			d = &discovery.Field{Required: slices.Contains(declared.RequiredElsewhere, p.Name)}
		}
		out.Properties = append(out.Properties, discovery.Field{Name: p.Name, Required: p.Required || d.Required, Schema: typed(d.Schema, p.Schema)})
	}
	out.RequiredElsewhere = slice.Filter(declared.RequiredElsewhere, func(name string) bool { return is.Field(name) == nil })
	for _, d := range declared.Properties {
		if d.Required && is.Field(d.Name) == nil {
			out.RequiredElsewhere = append(out.RequiredElsewhere, d.Name)
		}
	}
	return &out
}

// objectMeta returns the schema of ObjectMeta (apimachinery/pkg/apis/meta/v1, types.go). The server
// writes all fields of an owner that its Go type does not omit.
func objectMeta() *discovery.Schema {
	text, truth, number := &discovery.Schema{Type: "string"}, &discovery.Schema{Type: "boolean"}, &discovery.Schema{Type: "integer", Format: "int64"}
	time := &discovery.Schema{Type: "string", Format: "date-time"}
	texts := &discovery.Schema{Type: "object", AdditionalProperties: text}
	list := func(items *discovery.Schema) *discovery.Schema { return &discovery.Schema{Type: "array", Items: items} }
	return fields(map[string]*discovery.Schema{
		"name": text, "generateName": text, "namespace": text, "selfLink": text, "uid": text, "resourceVersion": text,
		"generation": number, "creationTimestamp": time, "deletionTimestamp": time, "deletionGracePeriodSeconds": number,
		"labels": texts, "annotations": texts, "finalizers": list(text),
		"ownerReferences": list(fields(map[string]*discovery.Schema{
			"apiVersion": text, "kind": text, "name": text, "uid": text, "controller": truth, "blockOwnerDeletion": truth,
		}, "apiVersion", "kind", "name", "uid")),
		"managedFields": list(fields(map[string]*discovery.Schema{
			"manager": text, "operation": text, "apiVersion": text, "time": time, "fieldsType": text, "subresource": text,
			"fieldsV1": {Extensions: []discovery.Keyword{{Name: preserveUnknown, Value: "true"}}},
		})),
	})
}

func fields(properties map[string]*discovery.Schema, required ...string) *discovery.Schema {
	s := &discovery.Schema{Type: "object"}
	for name, p := range properties {
		s.Properties = append(s.Properties, discovery.Field{Name: name, Required: slices.Contains(required, name), Schema: p})
	}
	order.By(s.Properties, func(a, b discovery.Field) int { return strings.Compare(a.Name, b.Name) })
	return s
}
