package main

import (
	"encoding/json"
	"reflect"

	"k8s.io/kube-openapi/pkg/common"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// simple is the type and format of a value that is no object, list or map; ""
// for all others. Named types (Protocol) are what they are made of.
func simple(t reflect.Type) (typ, format string) {
	switch {
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return "string", "byte"
	case t.Kind() == reflect.Bool, t.Kind() == reflect.String,
		t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64,
		t.Kind() == reflect.Float32, t.Kind() == reflect.Float64:
		return common.OpenAPITypeFormat(t.Kind().String())
	default:
		return "", ""
	}
}

// ownForm writes the schema of a struct that is no object in JSON and says so
// by the generator's methods: IntOrString, Quantity, Time.
func ownForm(t reflect.Type, schema *spec.Schema) bool {
	v := reflect.New(t).Interface()
	formed, ok := v.(interface {
		OpenAPISchemaType() []string
		OpenAPISchemaFormat() string
	})
	if !ok {
		return false
	}
	schema.Format = formed.OpenAPISchemaFormat()
	if either, ok := v.(interface{ OpenAPIV3OneOfTypes() []string }); ok {
		schema.OneOf = common.GenerateOpenAPIV3OneOfSchema(either.OpenAPIV3OneOfTypes())
	} else {
		schema.Type = formed.OpenAPISchemaType()
	}
	return true
}

// zeroDefault is the default the generator gives to a field for being written
// even when it is not set (mustEnforceDefault): the zero value of its type.
func zeroDefault(t reflect.Type, omitted bool) any {
	switch {
	case t.Kind() == reflect.Struct:
		if _, own := reflect.New(t).Interface().(json.Unmarshaler); own {
			return nil
		}
		if t.NumField() == 1 && t.Field(0).Anonymous {
			return zeroDefault(t.Field(0).Type, omitted)
		}
		return map[string]any{}
	case omitted:
		return nil
	case t.Kind() == reflect.String:
		return ""
	case t.Kind() == reflect.Bool:
		return false
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Float64:
		return 0
	default:
		return nil
	}
}
