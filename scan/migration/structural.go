package migration

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/scan/form"
)

const (
	keepUnknown = "x-kubernetes-preserve-unknown-fields"
	intOrString = "x-kubernetes-int-or-string"
)

// values are the keywords of a schema that restrict or describe values, and not fields or types.
//
//nolint:gochecknoglobals // a constant
var values = []string{
	"description", "title", "format", "pattern", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength",
	"minItems", "maxItems", "minProperties", "maxProperties", "multipleOf", "required", "example", "externalDocs",
}

// structural returns why v1 may refuse a schema that v1beta1 accepts: the rules of structural
// schemas (KEP-1111 and k8s.io/apiextensions-apiserver/pkg/apiserver/schema). It also returns a
// reason for rare keywords. With keep, it writes into the schema of every object that unknown
// fields are kept, because v1 does not have spec.preserveUnknownFields: true.
func structural(s *form.Form, keep, root bool) string {
	if s.Kind != tree.Map {
		return "an item is not a map"
	}
	if keep {
		writeOut(s)
	}
	either := s.Text(intOrString) == "true"
	for _, p := range s.Parts() {
		if why := keyword(p, either, keep, root); why != "" {
			return why
		}
	}
	kind, open := s.Text("type"), s.Text(keepUnknown) == "true"
	switch {
	case kind == "" && !open && !either:
		return "a field has no type"
	case kind != "" && either:
		return "a field that is an integer or a string has a type"
	case kind == "array" && s.At("items") == nil:
		return "an array has no items"
	case s.At("properties") != nil && s.At("additionalProperties") != nil:
		return "a field has both properties and additionalProperties"
	}
	return listType(s)
}

// writeOut writes the implicit behaviour of the old version into a schema: without a type, null is
// accepted and kept, and unknown fields are kept.
func writeOut(s *form.Form) {
	set := func(keyword string) {
		s.Take(keyword)
		s.Put(form.Bool(keyword, true))
	}
	typed := s.At("type") != nil || s.At(intOrString) != nil
	if !typed && absent(s, "nullable") {
		set("nullable")
	}
	switch {
	case !typed && integerOrString(s):
		s.Take("anyOf")
		set(intOrString)
	case s.Text(keepUnknown) == "true":
	case !typed, s.Text("type") == "object" && s.At("additionalProperties") == nil:
		set(keepUnknown)
	}
}

// integerOrString reports whether an anyOf means the same as x-kubernetes-int-or-string.
func integerOrString(s *form.Form) bool {
	types := slice.Map(s.Items("anyOf"), func(one *form.Form) string {
		if len(one.Parts()) != 1 {
			return ""
		}
		return one.Text("type")
	})
	slices.Sort(types)
	return slices.Equal(types, []string{"integer", "string"})
}

// typesOf are the types of schemas.
//
//nolint:gochecknoglobals // a constant
var typesOf = []string{"object", "array", "string", "integer", "number", "boolean"}

// keyword checks one entry of a schema, and the schemas in it.
func keyword(p *form.Form, either, keep, root bool) string {
	switch {
	case slices.Contains(values, p.Key):
		return ""
	case p.Key == "type":
		if slices.Contains(typesOf, p.Value) {
			return ""
		}
	case p.Key == "nullable", p.Key == intOrString, p.Key == keepUnknown, p.Key == "x-kubernetes-list-type":
		if p.Kind != tree.Null {
			return ""
		}
	case p.Key == "x-kubernetes-list-map-keys":
		return ""
	case p.Key == "properties" && p.Kind == tree.Map:
		return properties(p, keep, root)
	case (p.Key == "items" || p.Key == "additionalProperties") && p.Kind == tree.Map:
		return structural(p, keep, false)
	case p.Key == "anyOf" || p.Key == "oneOf" || p.Key == "allOf" || p.Key == "not":
		return logic(p, either)
	}
	return "it has " + p.Key
}

func properties(p *form.Form, keep, root bool) string {
	for _, field := range p.Parts() {
		// The server defines these fields; a schema may give their types, and restrict no more.
		own := root && slices.Contains([]string{"apiVersion", "kind", "metadata"}, field.Key)
		if own && field.Key == "metadata" {
			field.Take("description")
			if why := unknown(field, "type"); why != "" {
				return "metadata has more than its type"
			}
		}
		if why := structural(field, keep && !own, false); why != "" {
			return why
		}
	}
	return ""
}

// logic checks anyOf, oneOf, allOf and not, which may restrict values; with either, types too.
func logic(p *form.Form, either bool) string {
	all := p.Parts()
	if p.Kind == tree.Map {
		all = []*form.Form{p}
	}
	for _, one := range all {
		for _, inner := range one.Parts() {
			switch {
			case slices.Contains(values, inner.Key), either && inner.Key == "type":
			case inner.Key == "anyOf", inner.Key == "oneOf", inner.Key == "allOf", inner.Key == "not":
				if why := logic(inner, false); why != "" {
					return why
				}
			default:
				return "its " + p.Key + " has " + inner.Key
			}
		}
	}
	if either && p.Key == "anyOf" {
		kinds := slice.Map(p.Parts(), func(one *form.Form) string { return one.Text("type") })
		if !slices.Equal(kinds, []string{"integer", "string"}) {
			return "its anyOf has the types " + strings.Join(kinds, ", ")
		}
	}
	return ""
}

// listType checks the requirements of v1 on lists that are maps or sets.
func listType(s *form.Form) string {
	switch s.Text("x-kubernetes-list-type") {
	case "", "atomic":
		return ""
	case "map":
		required := s.Items("items", "required")
		for _, key := range s.Items("x-kubernetes-list-map-keys") {
			if !slices.ContainsFunc(required, func(r *form.Form) bool { return r.Value == key.Value }) {
				return "the key " + key.Value + " of a list is not required"
			}
		}
		return ""
	default:
		if slices.Contains([]string{"string", "integer", "number", "boolean"}, s.Text("items", "type")) {
			return ""
		}
		return "the items of a set are not scalars"
	}
}
