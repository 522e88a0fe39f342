package main

import (
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/generated/openapi"
	aggregator "k8s.io/kube-aggregator/pkg/generated/openapi"
	"k8s.io/kube-openapi/pkg/builder3/util"
	"k8s.io/kube-openapi/pkg/common"
	"k8s.io/kube-openapi/pkg/schemamutation"
	kubeopenapi "k8s.io/kube-openapi/pkg/util"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// published are the definitions that the extension and aggregation servers
// serve for their own kinds and for the machinery of meta/v1. They are part of
// the modules, so that nothing of these types has to be worked out; the API
// server's definitions of k8s.io/api are in no module of its own.
func published() map[string]common.OpenAPIDefinition {
	all := map[string]common.OpenAPIDefinition{}
	for _, definitions := range []common.GetOpenAPIDefinitions{aggregator.GetOpenAPIDefinitions, apiextensions.GetOpenAPIDefinitions} {
		for name, definition := range definitions(reference) {
			all[documentName(name)] = definition
		}
	}
	return all
}

// documentName is the name that documents give a type: io.k8s.api.core.v1.Pod
// for k8s.io/api/core/v1.Pod. Since 1.35 definitions go by it themselves.
func documentName(name string) string {
	if !strings.Contains(name, "/") {
		return name
	}
	return kubeopenapi.ToRESTFriendlyName(name)
}

// reference is how a v3 document refers to a type.
func reference(name string) spec.Ref {
	return spec.MustCreateRef("#/components/schemas/" + documentName(name))
}

// asServed brings a definition into the form of a published v3 document: without
// the swagger v2 form that some carry, without enums, which the documents of
// releases leave out too, without the zero defaults of items, which definitions
// before 1.37 have and types do not tell, and with references that stand beside
// other keywords wrapped in allOf.
func asServed(schema *spec.Schema) *spec.Schema {
	delete(schema.Extensions, common.ExtensionV2Schema)
	walker := schemamutation.Walker{SchemaCallback: plain, RefCallback: schemamutation.RefCallbackNoop}
	return util.WrapRefs(walker.WalkSchema(schema))
}

// plain takes out of a schema the values of an enum, with the list of them that
// the generator appends to the description, and the defaults of items.
func plain(schema *spec.Schema) *spec.Schema {
	changed := *schema
	if schema.Enum != nil {
		changed.Enum = nil
		changed.Description, _, _ = strings.Cut(schema.Description, "\n\nPossible enum values:")
	}
	if schema.Items != nil && schema.Items.Schema != nil {
		changed.Items = &spec.SchemaOrArray{Schema: withoutDefault(schema.Items.Schema)}
	}
	if values := schema.AdditionalProperties; values != nil && values.Schema != nil {
		changed.AdditionalProperties = &spec.SchemaOrBool{Allows: values.Allows, Schema: withoutDefault(values.Schema)}
	}
	return &changed
}

func withoutDefault(schema *spec.Schema) *spec.Schema {
	item := *schema
	item.Default = nil
	return &item
}
