package rule

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// composedFacts returns the meaning of anyOf, oneOf, allOf, not, minProperties and maxProperties of a
// schema as expressions, if they select one of some fields, or none because they are about the value
// itself.
func composedFacts(s *discovery.Schema, at *cel.Expr, names []string) (facts []*cel.Expr) {
	for _, k := range s.Constraints {
		if !composed(k.Name) && !counts(k.Name) {
			continue
		}
		said := expressionOf(k.Name, jsontext.Value(k.Value), s, at)
		if said.e == nil {
			continue
		}
		if selected := said.e.Names(); len(selected) == 0 || slices.ContainsFunc(selected, func(n string) bool { return slices.Contains(names, n) }) {
			facts = append(facts, said.e)
		}
	}
	return facts
}

// composedRule returns a composed keyword as an expression; nil if no expression has the same
// meaning.
func composedRule(s *discovery.Schema, keyword, text string) *cel.Expr {
	if said := expressionOf(keyword, jsontext.Value(text), s, self()); said.exact {
		return said.e
	}
	return nil
}

// expressed is a part of a schema as an expression. The expression is true for every value that
// satisfies the part; if exact, it is false for all others. If e is nil, nothing is known.
type expressed struct {
	e     *cel.Expr
	exact bool
}

// expressionOf reads a keyword that applies to a value that is not null. s is the schema of the
// place.
func expressionOf(keyword string, text jsontext.Value, s *discovery.Schema, at *cel.Expr) expressed {
	if textKeyword(keyword) && typedFormat(s) != "" {
		return expressed{}
	}
	switch keyword {
	case "allOf":
		return all(each(text, s, at)...)
	case "anyOf":
		return anyOf(each(text, s, at))
	case "oneOf":
		return oneOf(each(text, s, at))
	case "not":
		return no(schemaOf(text, s, at))
	case "items":
		return itemsOf(text, s, at)
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
	return sizeOf(keyword, string(text), s, at)
}

// sizeOf reads a pattern, or a limit of the size of a text, a list or an object.
func sizeOf(keyword, text string, s *discovery.Schema, at *cel.Expr) expressed {
	if counts(keyword) && s.AdditionalProperties == nil {
		return countOf(keyword, text, s, at)
	}
	of := map[string]string{"pattern": "string", "minLength": "string", "maxLength": "string", "minItems": "array", "maxItems": "array", "minProperties": "object", "maxProperties": "object"}[keyword]
	if of == "" || of != s.Type || isIntOrString(s) || of == "object" && (s.AdditionalProperties == nil || len(s.Properties) > 0) {
		return expressed{}
	}
	return parsed(ruleText(strings.Replace(keyword, "Properties", "Items", 1), text), at)
}

// limitOf reads minimum or maximum of a schema in a composed keyword. For whole numbers the API server
// cuts off the fraction of a limit, so that no expression has the same meaning.
func limitOf(keyword string, keywords map[string]jsontext.Value, s *discovery.Schema, at *cel.Expr) expressed {
	e, _ := endOf(keyword)
	text, exclusive := string(keywords[keyword]), string(keywords[e.exclusive()])
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n != math.Trunc(n) || math.Abs(n) >= 1<<53 || isIntOrString(s) || s.Type != "integer" && s.Type != "number" {
		return expressed{}
	}
	return parsed("self "+e.comparison(limit{n, exclusive == "true"}), at)
}

// parsed reads an expression of self and applies it to the value at a place.
func parsed(text string, at *cel.Expr) expressed {
	e, err := cel.Parse(text)
	if err != nil {
		return expressed{}
	}
	return expressed{e.With("self", at), true}
}

func yes() *cel.Expr { return &cel.Expr{Kind: cel.Literal, Text: "true"} }

func always() expressed { return expressed{yes(), true} }

func schemaOf(text jsontext.Value, s *discovery.Schema, at *cel.Expr) expressed {
	var keywords map[string]jsontext.Value
	if err := json.Unmarshal(text, &keywords); err != nil {
		return expressed{}
	}
	var parts []expressed
	for name, value := range keywords {
		switch {
		case strings.HasPrefix(name, "exclusiveM"): // part of minimum or maximum
		case name == lower.keyword() || name == upper.keyword():
			parts = append(parts, limitOf(name, keywords, s, at))
		default:
			parts = append(parts, expressionOf(name, value, s, at))
		}
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

func each(text jsontext.Value, s *discovery.Schema, at *cel.Expr) []expressed {
	var schemas []jsontext.Value
	if err := json.Unmarshal(text, &schemas); err != nil {
		return []expressed{{}}
	}
	return slice.Map(schemas, func(sub jsontext.Value) expressed { return schemaOf(sub, s, at) })
}

// all joins parts with &&. Parts about which nothing is known are left out, and the result is then
// not exact.
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
		out.e = cel.Op("&&", args...)
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
	case 0: // API servers ignore an empty list
		return always()
	case 1:
		return parts[0]
	}
	out.e = cel.Op("||", args...)
	return out
}

// mostExcluded is how many parts of oneOf exclude each other in an expression: fifty have 1,225
// pairs.
const mostExcluded = 50

// oneOf requires one of several parts, and excludes every two of them.
func oneOf(parts []expressed) expressed {
	either := anyOf(parts)
	if len(parts) > mostExcluded {
		return expressed{e: either.e}
	}
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
	return expressed{cel.Op("!", of.e), true}
}

// requiredOf requires properties, or keys of a map. Expressions can name only those that the schema
// lists.
func requiredOf(text jsontext.Value, s *discovery.Schema, at *cel.Expr) expressed {
	var names []string
	if err := json.Unmarshal(text, &names); err != nil || s.Type != "object" {
		return expressed{}
	}
	var parts []expressed
	for _, name := range names {
		written, ok := expressionName(name)
		if !ok || s.Field(name) == nil && s.AdditionalProperties == nil {
			parts = append(parts, expressed{})
			continue
		}
		parts = append(parts, expressed{has(property(at, written)), true})
	}
	return all(parts...)
}

// propertiesOf requires that each property is unset or satisfies its schema. Rules do not apply to
// null.
func propertiesOf(text jsontext.Value, s *discovery.Schema, at *cel.Expr) expressed {
	var schemas map[string]jsontext.Value
	if err := json.Unmarshal(text, &schemas); err != nil || s.Type != "object" {
		return expressed{}
	}
	var parts []expressed
	for name, sub := range schemas {
		written, ok := expressionName(name)
		p := s.Field(name)
		if !ok || p == nil || p.Schema.Ref != "" {
			parts = append(parts, expressed{})
			continue
		}
		field := property(at, written)
		is := unlessNull(sub, p.Schema, field)
		if is.e == nil {
			parts = append(parts, is)
			continue
		}
		parts = append(parts, expressed{cel.Op("?:", has(field), is.e, yes()), is.exact})
	}
	slices.SortFunc(parts, func(a, b expressed) int { return strings.Compare(a.text(), b.text()) })
	return all(parts...)
}

// itemsOf requires that each item of a list satisfies a schema.
func itemsOf(text jsontext.Value, s *discovery.Schema, at *cel.Expr) expressed {
	if s.Type != "array" || s.Items == nil || s.Items.Ref != "" {
		return expressed{}
	}
	is := unlessNull(text, s.Items, self())
	if is.e != nil {
		is.e = ofEach(at, levels+1, is.e)
	}
	return is
}

// unlessNull is schemaOf for a value that can be null, to which only enum applies.
func unlessNull(text jsontext.Value, s *discovery.Schema, at *cel.Expr) expressed {
	is := schemaOf(text, s, at)
	switch {
	case !s.Nullable || is.e == nil:
		return is
	case strings.Contains(string(text), `"enum"`):
		return expressed{}
	default:
		return expressed{where([]*cel.Expr{notNull(at)}, is.e), is.exact}
	}
}

// values requires that a value is one of several strings, integers or booleans.
func values(text jsontext.Value, s *discovery.Schema, at *cel.Expr) expressed {
	of := map[string]string{"string": "string", "integer": "float64", "boolean": "bool"}[s.Type] // the type in Go
	var listed []any
	err := json.Unmarshal(text, &listed)
	if err != nil || of == "" || isIntOrString(s) || slices.ContainsFunc(listed, func(v any) bool { return fmt.Sprintf("%T", v) != of }) {
		return expressed{}
	}
	return parsed(ruleText("enum", string(text)), at)
}
