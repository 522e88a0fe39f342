package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kube-openapi/pkg/common"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// schemas writes the OpenAPI schemas of Go types as Kubernetes' generator
// (kube-openapi, pkg/generators/openapi.go) would. The generator reads source
// text; a program sees only types, so of the k8s.io/api types it does not know
// which fields are required, nor enums, nor validations. For the few types with
// [published] definitions these are taken as they stand.
type schemas struct {
	kinds     kinds
	published map[string]common.OpenAPIDefinition
	topology  topology
	done      map[string]*spec.Schema
}

// machinery are the types every document has for the sake of its requests and
// responses; no client's method gives or takes them.
//
//nolint:gochecknoglobals // a constant list; Go has no constant slices.
var machinery = []reflect.Type{
	reflect.TypeFor[metav1.APIResourceList](),
	reflect.TypeFor[metav1.DeleteOptions](),
	reflect.TypeFor[metav1.Patch](),
	reflect.TypeFor[metav1.Status](),
	reflect.TypeFor[metav1.WatchEvent](),
}

// readSchemas writes the schemas of the types and of all types they refer to.
func readSchemas(types []reflect.Type) (map[string]*spec.Schema, error) {
	k, err := allKinds()
	if err != nil {
		return nil, err
	}
	merge, err := readTopology()
	if err != nil {
		return nil, err
	}
	s := schemas{kinds: k, published: published(), topology: merge, done: map[string]*spec.Schema{}}
	for _, t := range slices.Concat(types, machinery) {
		if err := s.add(t); err != nil {
			return nil, err
		}
	}
	return s.done, nil
}

// modelName is the name of a type in documents.
func modelName(t reflect.Type) string { return documentName(t.PkgPath() + "." + t.Name()) }

// add writes the schema of a struct type, once.
func (s schemas) add(t reflect.Type) error {
	name := modelName(t)
	if s.done[name] != nil {
		return nil
	}
	if _, ok := s.published[name]; ok {
		return s.addPublished(name, t)
	}
	schema := &spec.Schema{}
	s.done[name] = schema // before its fields: JSONSchemaProps refers to itself
	schema.Description = describe(t)[""]
	if !ownForm(t, schema) {
		schema.Type = []string{"object"}
		if err := s.addFields(schema, name, t); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		s.topology.annotateType(name, schema)
	}
	s.addKinds(schema, t)
	s.done[name] = asServed(schema)
	return nil
}

// addPublished takes a published definition and those it refers to, which are
// published with it.
func (s schemas) addPublished(name string, t reflect.Type) error {
	definition, ok := s.published[name]
	if !ok {
		return fmt.Errorf("a published definition refers to %s, which is not published", name)
	}
	schema := definition.Schema
	if t != nil {
		s.addKinds(&schema, t)
	}
	s.done[name] = asServed(&schema)
	for _, dependency := range definition.Dependencies {
		if dependency = documentName(dependency); s.done[dependency] == nil {
			if err := s.addPublished(dependency, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// addKinds marks the schema of a kind with its group-versions, as documents do.
func (s schemas) addKinds(schema *spec.Schema, t reflect.Type) {
	var list []any
	for _, kind := range s.kinds.of(t) {
		if kind.Version != "__internal" {
			list = append(list, map[string]any{"group": kind.Group, "version": kind.Version, "kind": kind.Kind})
		}
	}
	if len(list) == 0 {
		return
	}
	slices.SortFunc(list, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	schema.AddExtension("x-kubernetes-group-version-kind", list)
}

// describe reads a type's own documentation: its description under "", those of
// its fields under their names.
func describe(t reflect.Type) map[string]string {
	documented, ok := reflect.New(t).Interface().(interface{ SwaggerDoc() map[string]string })
	if !ok {
		return nil
	}
	return documented.SwaggerDoc()
}
