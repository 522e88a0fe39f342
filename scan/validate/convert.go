package validate

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/kubedelta/kubedelta/discovery"
)

// schemaKey names a converted schema. gv is "" if all documents have the same schema of the name.
type schemaKey struct {
	gv, name string
	byCode   bool
}

// convert makes the schema that kin-openapi validates with. References are resolved once, so a
// recursive schema refers to itself.
func (v *Validator) convert(k *kind, s *discovery.Schema, depth int) *openapi3.Schema {
	if s == nil || depth > maxDepth {
		return &openapi3.Schema{}
	}
	if s.Ref != "" {
		return v.restricted(k, v.reference(k, s.Ref, depth), s.Properties, depth)
	}
	out := &openapi3.Schema{}
	v.fill(k, out, s, depth)
	return out
}

// restricted is the schema of metadata with what a CustomResourceDefinition requires of it: see
// [discovery.Schema.Ref].
func (v *Validator) restricted(k *kind, metadata *openapi3.Schema, fields []discovery.Field, depth int) *openapi3.Schema {
	out, restricts := *metadata, false
	out.Required, out.Properties = slices.Clone(out.Required), maps.Clone(out.Properties)
	for _, f := range fields {
		if f.Required {
			out.Required, restricts = append(out.Required, f.Name), true
		}
		if out.Properties[f.Name] != nil && len(f.Schema.Constraints)+len(f.Schema.Enum) > 0 {
			own := v.convert(k, f.Schema, depth+1)
			own.Nullable = out.Properties[f.Name].Value.Nullable
			out.Properties[f.Name], restricts = &openapi3.SchemaRef{Value: own}, true
		}
	}
	if !restricts {
		return metadata
	}
	return &out
}

// named is the converted schema of a name.
func (v *Validator) named(k *kind, name string) *openapi3.Schema {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.reference(k, name, 0)
}

func (v *Validator) reference(k *kind, name string, depth int) *openapi3.Schema {
	key := schemaKey{name: name, byCode: k.byCode}
	if _, own := v.target.SchemaVariants[k.gv.String()][name]; own || len(v.target.SchemaVariants) > 0 {
		// The schemas that a schema refers to may differ between documents even if it does not.
		key.gv = k.gv.String()
	}
	if known := v.schemas[key]; known != nil {
		return known
	}
	out := &openapi3.Schema{Nullable: k.byCode} // what a type with its own JSON form keeps: an enum may list null
	v.schemas[key] = out
	s := v.target.Schema(k.gv, name)
	if s == nil && strings.HasSuffix(name, objectMeta) {
		s = metadataTypes()
	}
	if s != nil && !special(name) {
		if s.Ref != "" && depth < maxDepth {
			*out = *v.reference(k, s.Ref, depth+1)
		} else {
			v.fill(k, out, s, depth+1)
			out.Required = v.needed(name, out.Required)
		}
	}
	return out
}

// special reports whether a type has its own JSON forms, which its schema describes only roughly.
// [check.special] validates them.
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

// fill converts a schema to that of kin-openapi.
func (v *Validator) fill(k *kind, out *openapi3.Schema, s *discovery.Schema, depth int) {
	v.constrain(k, out, s)
	if s.Type != "" && !intOrString(s) {
		out.Type = &openapi3.Types{s.Type}
	}
	for _, text := range s.Enum {
		// The API server accepts null in no field of a custom resource that has an enum, even if the enum
		// lists it (k8s.io/kube-openapi/pkg/validation/validate, basicCommonValidator).
		if value := decode(text); value != nil || k.byCode {
			out.Enum = append(out.Enum, value)
		}
	}
	// Go code treats null as a missing value; see value.
	out.Nullable = k.byCode || s.Nullable && len(s.Enum) == 0
	if len(out.Enum) > 0 && k.byCode && s.Type == "string" {
		// Go cannot distinguish "" from a missing value, and fills in the default.
		out.Enum = append(out.Enum, "")
	}
	out.Required = slices.Clone(s.RequiredElsewhere)
	for _, f := range s.Properties {
		if out.Properties == nil {
			out.Properties = openapi3.Schemas{}
		}
		out.Properties[f.Name] = &openapi3.SchemaRef{Value: v.convert(k, f.Schema, depth+1)}
		if f.Required {
			out.Required = append(out.Required, f.Name)
		}
	}
	if s.Items != nil {
		out.Items = &openapi3.SchemaRef{Value: v.convert(k, s.Items, depth+1)}
	}
	if s.AdditionalProperties != nil {
		out.AdditionalProperties.Schema = &openapi3.SchemaRef{Value: v.convert(k, s.AdditionalProperties, depth+1)}
	}
}

// constrain copies the validation keywords through JSON, which is how the model keeps them.
func (v *Validator) constrain(k *kind, out *openapi3.Schema, s *discovery.Schema) {
	if len(s.Constraints) == 0 {
		return
	}
	keywords := map[string]json.RawMessage{}
	for _, c := range s.Constraints {
		keywords[c.Name] = json.RawMessage(c.Value)
	}
	text, err := json.Marshal(keywords)
	if err != nil {
		return
	}
	if json.Unmarshal(text, out) != nil {
		// Only the invalid keywords are left out.
		*out = openapi3.Schema{}
		for _, name := range slices.Sorted(maps.Keys(keywords)) {
			one, err := json.Marshal(map[string]json.RawMessage{name: keywords[name]})
			if err != nil || json.Unmarshal(one, &openapi3.Schema{}) != nil {
				continue
			}
			_ = json.Unmarshal(one, out)
		}
	}
	out.Format, out.Default, out.Extensions = "", nil, nil
	v.settle(k, out, decode(string(text)), 0)
}

// settle gives every schema inside a value, because references in constraints have none, exact
// numbers to its enum, and the format that the target validates. raw is the schema as JSON.
func (v *Validator) settle(k *kind, s *openapi3.Schema, raw any, depth int) {
	if depth > maxDepth {
		return
	}
	if s.Format != "" {
		if s.Format = v.formatted(&discovery.Schema{Format: s.Format}); k.byCode {
			s.Format = ""
		}
	}
	keywords, _ := raw.(map[string]any)
	if enum, ok := keywords["enum"].([]any); ok {
		s.Enum = enum
	}
	below := func(r *openapi3.SchemaRef, raw any) {
		switch {
		case r == nil:
		case r.Value == nil:
			r.Ref, r.Value = "", &openapi3.Schema{}
		default:
			v.settle(k, r.Value, raw, depth+1)
		}
	}
	for keyword, refs := range map[string]openapi3.SchemaRefs{"oneOf": s.OneOf, "anyOf": s.AnyOf, "allOf": s.AllOf} {
		list, _ := keywords[keyword].([]any)
		list = append(list, make([]any, len(refs))...) // a key of JSON may be repeated or in capitals
		for i, r := range refs {
			below(r, list[i])
		}
	}
	below(s.Not, keywords["not"])
	below(s.Items, keywords["items"])
	below(s.AdditionalProperties.Schema, keywords["additionalProperties"])
	properties, _ := keywords["properties"].(map[string]any)
	for name, p := range s.Properties {
		below(p, properties[name])
	}
}
