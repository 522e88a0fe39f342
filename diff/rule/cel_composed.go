package rule

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/discovery"
)

// composedFacts are what anyOf, oneOf, allOf and not of a schema say of its values, as
// expressions, where they name a field.
func composedFacts(s *discovery.Schema, at *cel.Expr, names []string) (facts []*cel.Expr) {
	for _, k := range s.Constraints {
		if !composed(k.Name) {
			continue
		}
		said := expressionOf(k.Name, jsontext.Value(k.Value), s, at)
		if said.e != nil && slices.ContainsFunc(said.e.Names(), func(n string) bool { return slices.Contains(names, n) }) {
			facts = append(facts, said.e)
		}
	}
	return facts
}

// composedRule is a composed keyword as an expression; nil where none says the same.
func composedRule(s *discovery.Schema, keyword, text string) *cel.Expr {
	if said := expressionOf(keyword, jsontext.Value(text), s, self()); said.exact {
		return said.e
	}
	return nil
}

// expressed is what a part of a schema says of a value: an expression that is true of each
// value that holds to it. exact: and of no other. Nothing is known if e is nil.
type expressed struct {
	e     *cel.Expr
	exact bool
}

// expressionOf reads a keyword of a value that is not null. s is the schema of the place.
func expressionOf(keyword string, text jsontext.Value, s *discovery.Schema, at *cel.Expr) expressed {
	switch keyword {
	case "allOf":
		return all(each(text, s, at)...)
	case "anyOf":
		return anyOf(each(text, s, at))
	case "oneOf":
		return oneOf(each(text, s, at))
	case "not":
		return no(schemaOf(text, s, at))
	case "required":
		return requiredOf(text, s, at)
	case "properties":
		return propertiesOf(text, s, at)
	case "description", "title", "default", "example", "externalDocs", "nullable":
		return always()
	case "type":
		return expressed{yes(), string(text) == `"`+s.Type+`"`}
	case "enum":
		return values(text, s, at)
	}
	form := map[string]string{
		"pattern": "self.matches(_)", "minLength": "size(self) >= _", "maxLength": "size(self) <= _", "minItems": "size(self) >= _", "maxItems": "size(self) <= _",
	}[keyword]
	of := map[string]string{"pattern": "string", "minLength": "string", "maxLength": "string", "minItems": "array", "maxItems": "array"}[keyword]
	if form == "" || of != s.Type || isIntOrString(s) {
		return expressed{}
	}
	e, err := cel.Parse(strings.ReplaceAll(form, "_", string(text)))
	if err != nil {
		return expressed{}
	}
	return expressed{e.With("self", at), true}
}

func yes() *cel.Expr { return &cel.Expr{Kind: cel.Literal, Text: "true"} }

func always() expressed { return expressed{yes(), true} }

func operator(op string, args ...*cel.Expr) *cel.Expr {
	return &cel.Expr{Kind: cel.Call, Text: op, Args: args}
}

// schemaOf is all keywords of a schema in a composed one.
func schemaOf(text jsontext.Value, s *discovery.Schema, at *cel.Expr) expressed {
	var keywords map[string]jsontext.Value
	if err := json.Unmarshal(text, &keywords); err != nil {
		return expressed{}
	}
	var parts []expressed
	for name, value := range keywords {
		parts = append(parts, expressionOf(name, value, s, at))
	}
	slices.SortFunc(parts, func(a, b expressed) int { return strings.Compare(a.text(), b.text()) })
	return all(parts...)
}

func (x expressed) text() string {
	if x.e == nil {
		return ""
	}
	return x.e.String()
}

func each(text jsontext.Value, s *discovery.Schema, at *cel.Expr) (list []expressed) {
	var schemas []jsontext.Value
	if err := json.Unmarshal(text, &schemas); err != nil {
		return []expressed{{}}
	}
	for _, sub := range schemas {
		list = append(list, schemaOf(sub, s, at))
	}
	return list
}

// all leaves out the parts of which nothing is known.
func all(parts ...expressed) expressed {
	out := expressed{exact: true}
	var args []*cel.Expr
	for _, p := range parts {
		out.exact = out.exact && p.exact
		if p.e != nil && p.text() != "true" {
			args = append(args, p.e)
		}
	}
	switch len(args) {
	case 0:
		out.e = yes()
	case 1:
		out.e = args[0]
	default:
		out.e = operator("&&", args...)
	}
	return out
}

func anyOf(parts []expressed) expressed {
	out := expressed{exact: true}
	var args []*cel.Expr
	for _, p := range parts {
		if p.e == nil {
			return expressed{}
		}
		out.exact = out.exact && p.exact
		args = append(args, p.e)
	}
	switch len(args) {
	case 0: // which no server asks for
		return always()
	case 1:
		return parts[0]
	}
	out.e = operator("||", args...)
	return out
}

// oneOf is one of some, and no two of them.
func oneOf(parts []expressed) expressed {
	either := anyOf(parts)
	list := []expressed{either}
	for i := range parts {
		for j := range i {
			list = append(list, no(all(parts[j], parts[i])))
		}
	}
	return all(list...)
}

func no(of expressed) expressed {
	if !of.exact {
		return expressed{}
	}
	return expressed{operator("!", of.e), true}
}

// requiredOf asks for properties, of which expressions know those that the schema lists.
func requiredOf(text jsontext.Value, s *discovery.Schema, at *cel.Expr) expressed {
	var names []string
	if err := json.Unmarshal(text, &names); err != nil || s.Type != "object" {
		return expressed{}
	}
	var parts []expressed
	for _, name := range names {
		written, ok := expressionName(name)
		if p := s.Field(name); !ok || p == nil {
			parts = append(parts, expressed{})
			continue
		}
		parts = append(parts, expressed{has(property(at, written)), true})
	}
	return all(parts...)
}

// propertiesOf: each property is not there, or holds to its schema. Of null no expression is
// asked.
func propertiesOf(text jsontext.Value, s *discovery.Schema, at *cel.Expr) expressed {
	var schemas map[string]jsontext.Value
	if err := json.Unmarshal(text, &schemas); err != nil || s.Type != "object" {
		return expressed{}
	}
	var parts []expressed
	for name, sub := range schemas {
		written, ok := expressionName(name)
		p := s.Field(name)
		if !ok || p == nil || p.Schema.Nullable || p.Schema.Ref != "" {
			parts = append(parts, expressed{})
			continue
		}
		field := property(at, written)
		is := schemaOf(sub, p.Schema, field)
		if is.e == nil {
			parts = append(parts, is)
			continue
		}
		parts = append(parts, expressed{operator("?:", has(field), is.e, yes()), is.exact})
	}
	slices.SortFunc(parts, func(a, b expressed) int { return strings.Compare(a.text(), b.text()) })
	return all(parts...)
}

// values says that a value is one of some strings, whole numbers or truths.
func values(text jsontext.Value, s *discovery.Schema, at *cel.Expr) expressed {
	if !slices.Contains([]string{"string", "integer", "boolean"}, s.Type) || isIntOrString(s) {
		return expressed{}
	}
	var listed []any
	err := json.Unmarshal(text, &listed)
	fits := func(v any) bool {
		switch v.(type) {
		case string:
			return s.Type == "string"
		case bool:
			return s.Type == "boolean"
		case float64:
			return s.Type == "integer"
		default:
			return false
		}
	}
	if err != nil || slices.ContainsFunc(listed, func(v any) bool { return !fits(v) }) {
		return expressed{}
	}
	e, err := cel.Parse("self in " + string(text))
	if err != nil {
		return expressed{}
	}
	return expressed{e.With("self", at), true}
}
