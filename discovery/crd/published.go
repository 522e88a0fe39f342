package crd

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// schema is the part of a CRD's schema that an API server changes when it
// publishes it; everything else passes through as it stands.
type schema struct {
	Properties           map[string]*schema `json:"properties,omitempty"`
	Items                subschema          `json:"items,omitzero"`
	AdditionalProperties subschema          `json:"additionalProperties,omitzero"`
	Required             []string           `json:"required,omitempty"`
	AnyOf                jsontext.Value     `json:"anyOf,omitempty"`
	// A server leaves these out where they are false.
	Nullable         bool `json:"nullable,omitzero"`
	UniqueItems      bool `json:"uniqueItems,omitzero"`
	ExclusiveMinimum bool `json:"exclusiveMinimum,omitzero"`
	ExclusiveMaximum bool `json:"exclusiveMaximum,omitzero"`
	IntOrString      bool `json:"x-kubernetes-int-or-string,omitzero"`
	EmbeddedResource bool `json:"x-kubernetes-embedded-resource,omitzero"`

	Others map[string]jsontext.Value `json:",embed"`
}

// subschema is a schema, or what stands in its place: true, false, a list.
type subschema struct {
	schema  *schema
	literal jsontext.Value
}

// IsZero leaves an absent keyword absent.
func (s subschema) IsZero() bool { return s.schema == nil && s.literal == nil }

// UnmarshalJSONFrom reads either form.
func (s *subschema) UnmarshalJSONFrom(dec *jsontext.Decoder) (err error) {
	if dec.PeekKind() == '{' {
		return json.UnmarshalDecode(dec, &s.schema)
	}
	literal, err := dec.ReadValue()
	s.literal = literal.Clone()
	return err
}

// MarshalJSONTo writes the form that was read.
func (s subschema) MarshalJSONTo(enc *jsontext.Encoder) error {
	if s.schema != nil {
		return json.MarshalEncode(enc, s.schema)
	}
	return enc.WriteValue(s.literal)
}

// What a server says of the fields that all objects have, in every version of
// Kubernetes since 1.15.
const (
	aboutAPIVersion = "APIVersion defines the versioned schema of this representation of an object. " +
		"Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. " +
		"More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources"
	aboutKind = "Kind is a string value representing the REST resource this object represents. " +
		"Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. " +
		"More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds"
	aboutMetadata = "Standard object's metadata. " +
		"More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata"
	aboutEmbeddedAPIVersion = "apiVersion defines the versioned schema of this representation of an object. " +
		"More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources"
	aboutEmbeddedKind = "kind is a string value representing the type of this object. In CamelCase. " +
		"More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds"
)

// published is the schema of a version as the server's OpenAPI v3 has it (see
// the builder of apiextensions-apiserver): with the fields that all objects
// have, in the server's words, whatever the manifest says of them. Without a
// schema the server publishes an object of which nothing is known.
func (d *Definition) published(v *Version) ([]byte, error) {
	root := &schema{Others: map[string]jsontext.Value{"type": value("object")}}
	if v.Schema != nil {
		root = &schema{}
		if err := json.Unmarshal(v.Schema, root); err != nil {
			return nil, mismatch(err)
		}
		root.settle()
		root.head(aboutAPIVersion, aboutKind)
	}
	if len(v.SelectableFields) > 0 {
		if root.Others == nil {
			root.Others = map[string]jsontext.Value{}
		}
		root.Others["x-kubernetes-selectable-fields"] = selectable(v.SelectableFields)
	}
	return json.Marshal(root, json.Deterministic(true))
}

// settle does below a schema what the server does: it says of an int-or-string
// that it is one or the other, and gives embedded objects their head.
func (s *schema) settle() {
	if s == nil {
		return
	}
	for _, p := range s.Properties {
		p.settle()
	}
	s.Items.schema.settle()
	s.AdditionalProperties.schema.settle()
	if s.IntOrString && s.AnyOf == nil {
		s.AnyOf = jsontext.Value(`[{"type":"integer"},{"type":"string"}]`)
	}
	if s.EmbeddedResource {
		s.head(aboutEmbeddedAPIVersion, aboutEmbeddedKind)
		for _, name := range []string{"kind", "apiVersion"} {
			if !slices.Contains(s.Required, name) {
				s.Required = append(s.Required, name)
			}
		}
	}
}

// head gives a schema the three fields that every object begins with.
func (s *schema) head(apiVersion, kind string) {
	if s.Properties == nil {
		s.Properties = map[string]*schema{}
	}
	names := s.Properties["metadata"].names()
	s.Properties["apiVersion"] = &schema{Others: map[string]jsontext.Value{"type": value("string"), "description": value(apiVersion)}}
	s.Properties["kind"] = &schema{Others: map[string]jsontext.Value{"type": value("string"), "description": value(kind)}}
	s.Properties["metadata"] = &schema{Properties: names, Others: map[string]jsontext.Value{
		"allOf":       jsontext.Value(`[{"$ref":"#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"}]`),
		"description": value(aboutMetadata),
	}}
}

// names are the properties that a definition may restrict in metadata. The server
// checks them and does not publish them: see validateStructuralMetadataInvariants of
// apiextensions-apiserver. Both are there always, so that a definition that restricts
// nothing differs from a document, which cannot tell.
func (s *schema) names() map[string]*schema {
	names := map[string]*schema{}
	for _, name := range []string{"name", "generateName"} {
		names[name] = &schema{}
		if s != nil && s.Properties[name] != nil {
			names[name] = s.Properties[name]
		}
		if names[name].Others == nil {
			names[name].Others = map[string]jsontext.Value{}
		}
		names[name].Others["type"] = value("string")
	}
	return names
}

func selectable(paths []string) jsontext.Value {
	type field struct {
		Path string `json:"fieldPath"`
	}
	list := make([]field, 0, len(paths))
	for _, p := range paths {
		list = append(list, field{strings.TrimPrefix(p, ".")})
	}
	return value(list)
}

// value writes texts that were read from JSON, and therefore can be written.
func value(v any) jsontext.Value {
	data, _ := json.Marshal(v)
	return data
}
