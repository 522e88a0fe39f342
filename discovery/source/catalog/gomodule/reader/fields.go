package main

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/spec"
)

// addFields writes the properties of a struct: its fields by their JSON names,
// those of inlined structs as its own. The owner is the type that has a schema.
func (s schemas) addFields(schema *spec.Schema, owner string, t reflect.Type) error {
	docs := describe(t)
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "-" || !field.IsExported():
			continue
		case name == "" && field.Anonymous:
			if err := s.addFields(schema, owner, dereference(field.Type)); err != nil {
				return err
			}
			continue
		case name == "":
			return fmt.Errorf("the field %s has no JSON name", field.Name)
		}
		property, err := s.property(field, options)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		property.Description = docs[name]
		s.topology.annotateField(owner, name, property)
		schema.SetProperty(name, *property)
	}
	return nil
}

// property writes the schema of one field.
func (s schemas) property(field reflect.StructField, options string) (*spec.Schema, error) {
	property, err := s.value(field.Type)
	if err != nil {
		return nil, err
	}
	omitted := strings.Contains(options, "omitempty")
	property.Default = zeroDefault(field.Type, omitted)
	if strategy := field.Tag.Get("patchStrategy"); strategy != "" {
		property.AddExtension("x-kubernetes-patch-strategy", strategy)
	}
	if key := field.Tag.Get("patchMergeKey"); key != "" {
		property.AddExtension("x-kubernetes-patch-merge-key", key)
	}
	return property, nil
}

// value writes the schema of a field's value, without what stands at the field.
func (s schemas) value(t reflect.Type) (*spec.Schema, error) {
	t = dereference(t)
	if typ, format := simple(t); typ != "" {
		return &spec.Schema{SchemaProps: spec.SchemaProps{Type: []string{typ}, Format: format}}, nil
	}
	switch t.Kind() {
	case reflect.Struct:
		return &spec.Schema{SchemaProps: spec.SchemaProps{Ref: reference(t.PkgPath() + "." + t.Name())}}, s.add(t)
	case reflect.Slice, reflect.Array:
		items, err := s.value(t.Elem())
		return spec.ArrayProperty(items), err
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			return nil, fmt.Errorf("a map with keys of %s has no form in OpenAPI", t.Key())
		}
		values, err := s.value(t.Elem())
		return spec.MapProperty(values), err
	case reflect.Interface:
		return nil, errors.New("an interface has no schema")
	default:
		return nil, fmt.Errorf("%s has no form in OpenAPI", t)
	}
}

func dereference(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}
