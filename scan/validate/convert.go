package validate

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

// schemaKey names a converted schema. The gv is "" where all documents agree on
// the name.
type schemaKey struct {
	gv, name string
	byCode   bool
}

// convert makes the schema that objects are held against. References are followed
// once for all, and meet themselves again where a schema is recursive.
func (v *Validator) convert(k *kind, s *discovery.Schema, depth int) *schema {
	if s == nil || depth > maxDepth {
		return &schema{}
	}
	if s.Ref != "" {
		return v.reference(k, s.Ref, depth)
	}
	out := &schema{}
	v.fill(k, out, s, depth)
	return out
}

func (v *Validator) reference(k *kind, name string, depth int) *schema {
	key := schemaKey{name: name, byCode: k.byCode}
	if _, own := v.target.SchemaVariants[k.gv.String()][name]; own || len(v.target.SchemaVariants) > 0 {
		// What a schema refers to may differ by document, though it itself does not.
		key.gv = k.gv.String()
	}
	if known := v.schemas[key]; known != nil {
		return known
	}
	out := &schema{}
	v.schemas[key] = out
	if s := v.target.Schema(k.gv, name); s != nil && !special(name) {
		if s.Ref != "" && depth < maxDepth {
			*out = *v.reference(k, s.Ref, depth+1)
		} else {
			v.fill(k, out, s, depth+1)
		}
	}
	return out
}

// special are the types whose JSON has forms of its own; their schemas say what
// they look like most of the time. [check.notions] knows them.
func special(name string) bool {
	switch name[strings.LastIndexByte(name, '.')+1:] {
	case "IntOrString", "Quantity", "RawExtension", "FieldsV1", "JSON", "JSONSchemaPropsOrArray", "JSONSchemaPropsOrBool", "JSONSchemaPropsOrStringArray":
		return strings.HasPrefix(name, "io.k8s.")
	default:
		return false
	}
}

func intOrString(s *discovery.Schema) bool {
	return s.Format == "int-or-string" || s.Extension("x-kubernetes-int-or-string") == "true"
}

// fill writes a schema of the model as the visitor reads it.
func (v *Validator) fill(k *kind, out *schema, s *discovery.Schema, depth int) {
	*out = *keywords(s.Constraints)
	if !intOrString(s) {
		if s.Type != "" {
			out.Type = typeNames{s.Type}
		}
		if s.Type == "integer" || s.Type == "number" {
			out.Format = s.Format
		}
	}
	// To Go code null is nothing, everywhere; see value.
	out.Nullable = s.Nullable || k.byCode
	for _, text := range s.Enum {
		var value any
		if json.Unmarshal([]byte(text), &value) == nil {
			out.Enum = append(out.Enum, value)
		}
	}
	if len(out.Enum) > 0 && k.byCode && s.Type == "string" {
		// Go cannot tell "" from nothing: defaults fill it in.
		out.Enum = append(out.Enum, "")
	}
	out.Required = slices.Clone(s.RequiredElsewhere)
	for _, f := range s.Properties {
		if out.Properties == nil {
			out.Properties = map[string]*schema{}
		}
		out.Properties[f.Name] = v.convert(k, f.Schema, depth+1)
		if f.Required {
			out.Required = append(out.Required, f.Name)
		}
	}
	if s.Items != nil {
		out.Items = v.convert(k, s.Items, depth+1)
	}
	if s.AdditionalProperties != nil {
		out.AdditionalProperties = v.convert(k, s.AdditionalProperties, depth+1)
	}
}
