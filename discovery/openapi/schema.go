package openapi

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// kindExtension lists the group-version-kinds of a schema. It is not part of the schema: that of
// meta kinds (DeleteOptions, WatchEvent) changes with every new group.
const kindExtension = "x-kubernetes-group-version-kind"

// schemaBody is a decoded schema with its group-version-kinds.
type schemaBody struct {
	schema *discovery.Schema
	kinds  []discovery.GroupVersionKind
}

// schema reads a schema object. References are not resolved, so the depth is that of the text,
// which jsontext limits.
//
// field is the name of the property that has the schema; "" if there is none.
func (r reader) schema(field string) (schemaBody, error) {
	if r.parts != nil {
		return r.part(field)
	}
	return r.members(field)
}

func (r reader) members(field string) (body schemaBody, err error) {
	s := &discovery.Schema{}
	var required []string
	var allOf string
	err = r.object(func(name string) (err error) {
		if r.absent(name) {
			return r.skip()
		}
		switch name {
		case "type":
			if r.dec.PeekKind() != '"' {
				return r.residue(s, name)
			}
			s.Type, err = r.text()
		case "format":
			s.Format, err = r.text()
		case "$ref":
			s.Ref, err = r.reference()
		case "description":
			s.Description, err = r.text()
		case "properties":
			s.Properties, err = r.properties()
		case "required":
			required, err = list(r, r.text)
		case "items":
			s.Items, err = r.subschema(s, name)
		case "additionalProperties":
			err = r.additionalProperties(s)
		case "default":
			s.Default, err = r.canonical()
		case "enum":
			s.Enum, err = list(r, r.canonical)
			s.Enum = slice.Unique(s.Enum)
		case "nullable":
			s.Nullable, err = r.truth()
		case "deprecated":
			s.Deprecated, err = r.truth()
		case "allOf":
			allOf, err = r.canonical()
		case kindExtension:
			body.kinds, err = list(r, r.kind)
		default:
			err = r.keyword(s, name)
		}
		return err
	})
	if err != nil {
		return schemaBody{}, err
	}
	if err := r.settle(s, required, allOf); err != nil {
		return schemaBody{}, err
	}
	s.Facts = r.facts(field, s.Description)
	s.Facts.Deprecated = s.Facts.Deprecated || s.Deprecated
	body.schema = s
	return body, nil
}

// settle normalises a schema.
func (r reader) settle(s *discovery.Schema, required []string, allOf string) error {
	if allOf != "" {
		// Since 1.24, a reference with siblings is written allOf:[{$ref}], because OpenAPI ignores
		// the siblings of a $ref. Both forms have the same meaning.
		if name, ok := soleReference(allOf); ok && s.Ref == "" {
			s.Ref = name
		} else {
			s.Constraints = append(s.Constraints, discovery.Keyword{Name: "allOf", Value: allOf})
		}
	}
	order.By(s.Properties, func(a, b discovery.Field) int { return strings.Compare(a.Name, b.Name) })
	for i := 1; i < len(s.Properties); i++ {
		if s.Properties[i].Name == s.Properties[i-1].Name {
			return fmt.Errorf("near %s: property %q is defined twice", r.place(), s.Properties[i].Name)
		}
	}
	for _, name := range required {
		if f := s.Field(name); f != nil {
			f.Required = true
		} else {
			s.RequiredElsewhere = append(s.RequiredElsewhere, name)
		}
	}
	s.RequiredElsewhere = slice.Unique(s.RequiredElsewhere)
	for _, list := range [][]discovery.Keyword{s.Constraints, s.Extensions, s.Residue} {
		order.By(list, func(a, b discovery.Keyword) int {
			return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Value, b.Value))
		})
	}
	return nil
}

func (r reader) properties() (fields []discovery.Field, err error) {
	err = r.object(func(name string) error {
		body, err := r.schema(name)
		if err != nil {
			return err
		}
		fields = append(fields, discovery.Field{Name: name, Schema: body.schema})
		return nil
	})
	return fields, err
}

// subschema reads a keyword whose value is a schema. The array form of items, which Kubernetes does
// not support, is kept as Residue.
func (r reader) subschema(s *discovery.Schema, name string) (*discovery.Schema, error) {
	if r.dec.PeekKind() != '{' {
		return nil, r.residue(s, name)
	}
	body, err := r.schema("")
	return body.schema, err
}

func (r reader) additionalProperties(s *discovery.Schema) error {
	switch r.dec.PeekKind() {
	case 't', 'f':
		allowed, err := r.truth()
		s.Closed = !allowed
		if allowed {
			s.AdditionalProperties = &discovery.Schema{}
		}
		return err
	default:
		sub, err := r.subschema(s, "additionalProperties")
		s.AdditionalProperties = sub
		return err
	}
}

func (r reader) kind() (gvk discovery.GroupVersionKind, err error) {
	err = r.fields("group", &gvk.Group, "version", &gvk.Version, "kind", &gvk.Kind)
	return gvk, err
}

// validation has the keywords that restrict values.
//
//nolint:gochecknoglobals // a constant set; Go has no constant maps.
var validation = map[string]bool{
	"pattern": true, "minimum": true, "maximum": true, "exclusiveMinimum": true, "exclusiveMaximum": true,
	"minLength": true, "maxLength": true, "minItems": true, "maxItems": true, "uniqueItems": true,
	"minProperties": true, "maxProperties": true, "multipleOf": true, "oneOf": true, "anyOf": true, "not": true,
}

func (r reader) keyword(s *discovery.Schema, name string) error {
	switch {
	case validation[name]:
		return r.keep(&s.Constraints, name)
	case strings.HasPrefix(name, "x-"):
		return r.keep(&s.Extensions, name)
	default:
		return r.residue(s, name)
	}
}

func (r reader) residue(s *discovery.Schema, name string) error { return r.keep(&s.Residue, name) }

func (r reader) keep(list *[]discovery.Keyword, name string) error {
	v, err := r.canonical()
	*list = append(*list, discovery.Keyword{Name: name, Value: v})
	return err
}

func (r reader) reference() (string, error) {
	s, err := r.text()
	return referenceName(s), err
}

// referenceName removes the path of the definitions: components in v3, definitions in v2.
func referenceName(ref string) string {
	if name, ok := strings.CutPrefix(ref, "#/components/schemas/"); ok {
		return name
	}
	name, _ := strings.CutPrefix(ref, "#/definitions/")
	return name
}

// soleReference returns the reference of [{"$ref":"…"}], in its canonical text.
func soleReference(allOf string) (name string, ok bool) {
	rest, ok := strings.CutPrefix(allOf, `[{"$ref":"`)
	if !ok {
		return "", false
	}
	ref, ok := strings.CutSuffix(rest, `"}]`)
	if !ok || strings.ContainsAny(ref, `"\`) {
		return "", false
	}
	return referenceName(ref), true
}
