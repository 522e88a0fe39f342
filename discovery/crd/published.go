package crd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/openapi"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// The descriptions that servers publish for the fields of all objects, in every version of
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

const (
	intOrString      = "x-kubernetes-int-or-string"
	embeddedResource = "x-kubernetes-embedded-resource"
	preserveUnknown  = "x-kubernetes-preserve-unknown-fields"
	selectableFields = "x-kubernetes-selectable-fields"
)

// schema returns the schema of a version as the server's OpenAPI v3 has it (see the builder of
// apiextensions-apiserver). The fields of all objects have the server's descriptions, whatever the
// manifest says. Without a schema the server publishes an object without properties.
func (d *Definition) schema(v *Version, dec *openapi.Decoder) (*discovery.Schema, error) {
	root := &discovery.Schema{Type: "object"}
	if v.Schema != nil {
		decoded, err := dec.Schema(v.Schema, publish)
		if err != nil {
			return nil, fmt.Errorf("openAPIV3Schema: %w", err)
		}
		root = new(*decoded) // the decoded schema may be shared
		metadata := &discovery.Schema{Properties: names(root.Field("metadata"))}
		head(root, &discovery.Schema{Type: "string", Description: aboutAPIVersion}, &discovery.Schema{Type: "string", Description: aboutKind}, metadata)
	}
	if len(v.SelectableFields) > 0 {
		paths := slice.Map(v.SelectableFields, func(p string) map[string]string { return map[string]string{"fieldPath": strings.TrimPrefix(p, ".")} })
		data, _ := json.Marshal(paths) // the texts come from JSON, so they can be encoded
		extend(root, selectableFields, string(data))
	}
	if d.PreserveUnknownFields && root.Extension(preserveUnknown) == "" {
		// The definition disables pruning for the whole object, which is the default of v1beta1.
		extend(root, preserveUnknown, "true")
	}
	return root, nil
}

// publish changes a schema as the server does: it adds anyOf to an int-or-string, adds the fields
// of all objects to embedded objects, and removes keywords that are false.
func publish(s *discovery.Schema) error {
	for _, list := range []*[]discovery.Keyword{&s.Constraints, &s.Extensions} {
		for _, k := range *list {
			if isTruth(k.Name) && k.Value != "true" && k.Value != "false" {
				return fmt.Errorf("%s is neither true nor false", k.Name)
			}
		}
		if *list = slices.DeleteFunc(*list, func(k discovery.Keyword) bool { return isTruth(k.Name) && k.Value == "false" }); len(*list) == 0 {
			*list = nil
		}
	}
	if s.Extension(intOrString) == "true" && s.Constraint("anyOf") == "" {
		s.Constraints = append(s.Constraints, discovery.Keyword{Name: "anyOf", Value: `[{"type":"integer"},{"type":"string"}]`})
		sortKeywords(s.Constraints)
	}
	if s.Extension(embeddedResource) == "true" {
		apiVersion, kind := declared(s, "apiVersion"), declared(s, "kind")
		apiVersion.Description, kind.Description = aboutEmbeddedAPIVersion, aboutEmbeddedKind
		head(s, apiVersion, kind, embeddedMetadata(s.Field("metadata")))
		s.Field("apiVersion").Required, s.Field("kind").Required = true, true
	}
	return nil
}

// isTruth reports whether the server omits a keyword that is false.
func isTruth(keyword string) bool {
	return slices.Contains([]string{"uniqueItems", "exclusiveMinimum", "exclusiveMaximum", intOrString, embeddedResource}, keyword)
}

// head adds the three fields of all objects to a schema that is not shared.
func head(s, apiVersion, kind, metadata *discovery.Schema) {
	s.Properties = slices.DeleteFunc(slices.Clone(s.Properties), func(f discovery.Field) bool {
		if isHead(f.Name) && f.Required {
			s.RequiredElsewhere = append(slices.Clone(s.RequiredElsewhere), f.Name)
		}
		return isHead(f.Name)
	})
	add := func(name string, schema *discovery.Schema) {
		schema.Facts = openapi.FactsOf(name, schema.Description)
		s.Properties = append(s.Properties, discovery.Field{Name: name, Required: slices.Contains(s.RequiredElsewhere, name), Schema: schema})
	}
	add("apiVersion", apiVersion)
	add("kind", kind)
	metadata.Ref, metadata.Description = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta", aboutMetadata
	add("metadata", metadata)
	order.By(s.Properties, func(a, b discovery.Field) int { return strings.Compare(a.Name, b.Name) })
	s.RequiredElsewhere = slice.Filter(s.RequiredElsewhere, func(name string) bool { return !isHead(name) })
}

// names returns the properties of metadata that a definition may restrict. The server checks them
// and does not publish them (validateStructuralMetadataInvariants of apiextensions-apiserver). Both
// are always present, unlike in a document, which shows no restrictions.
func names(metadata *discovery.Field) (fields []discovery.Field) {
	for _, name := range []string{"generateName", "name"} {
		schema := &discovery.Schema{Type: "string"}
		if metadata != nil {
			schema = declared(metadata.Schema, name)
		}
		fields = append(fields, discovery.Field{Name: name, Schema: schema})
	}
	return fields
}

// declared returns a string property as the definition declares it. In embedded objects, the server
// checks the enum, pattern and so on of apiVersion and kind and sets their defaults. It does not
// publish them.
func declared(object *discovery.Schema, name string) *discovery.Schema {
	schema := discovery.Schema{}
	if f := object.Field(name); f != nil {
		schema = *f.Schema
	}
	schema.Type = "string"
	return &schema
}

func isHead(field string) bool {
	return field == "apiVersion" || field == "kind" || field == "metadata"
}

// extend adds an extension to a schema that is not shared.
func extend(s *discovery.Schema, name, value string) {
	s.Extensions = append(slices.DeleteFunc(slices.Clone(s.Extensions), func(k discovery.Keyword) bool { return k.Name == name }), discovery.Keyword{Name: name, Value: value})
	sortKeywords(s.Extensions)
}

func sortKeywords(list []discovery.Keyword) {
	order.By(list, func(a, b discovery.Keyword) int { return strings.Compare(a.Name, b.Name) })
}
