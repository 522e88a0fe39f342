package rule

import (
	"maps"
	"strings"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/discovery"
)

// withEscapes writes reserved words that select properties as their escapes:
// self.namespace as self.__namespace__. An API server takes both for the same, or refuses
// the first. of are the schemas of variables; known is that of the result, nil where it is
// not known. On a map a word is a key, and stays.
func withEscapes(e *cel.Expr, of map[string]*discovery.Schema) (out *cel.Expr, known *discovery.Schema) {
	if e.Kind == cel.Ident {
		return e, of[e.Text]
	}
	out = &cel.Expr{Kind: e.Kind, Text: e.Text}
	var base *discovery.Schema
	for i, a := range e.Args {
		arg, schema := withEscapes(a, of)
		if i == 0 {
			base = schema
		}
		if variable, ok := e.Binds(); ok && i == 0 {
			of = maps.Clone(of)
			of[variable] = itemsOf(base)
		}
		out.Args = append(out.Args, arg)
	}
	switch {
	case base == nil:
		return out, nil
	case e.Kind == cel.Index, e.Text == "[?]" && e.Kind == cel.Call:
		if base.Items == nil {
			return out, base.AdditionalProperties
		}
		return out, base.Items
	case e.Kind == cel.Select, e.Kind == cel.Call && strings.HasPrefix(e.Text, "?."):
		return selected(out, base)
	}
	return out, nil
}

// itemsOf are the elements of a list that a macro goes through. Of a map it goes through the keys.
func itemsOf(s *discovery.Schema) *discovery.Schema {
	if s == nil {
		return nil
	}
	return s.Items
}

// selected is withEscapes for the selection of a property or key.
func selected(e *cel.Expr, base *discovery.Schema) (*cel.Expr, *discovery.Schema) {
	name := strings.TrimPrefix(e.Text, "?.")
	property := base.Field(propertyName(name))
	if property == nil {
		return e, base.AdditionalProperties
	}
	if escape := "__" + name + "__"; propertyName(escape) == name {
		e.Text = strings.TrimSuffix(e.Text, name) + escape
	}
	return e, property.Schema
}
