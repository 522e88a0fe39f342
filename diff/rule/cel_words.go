package rule

import (
	"maps"
	"strings"

	"github.com/kubedelta/kubedelta/diff/cel"
	"github.com/kubedelta/kubedelta/discovery"
)

// withEscapes replaces reserved words that select properties by their escapes: self.namespace
// becomes self.__namespace__. An API server treats both alike, or rejects the first. of are the
// schemas of variables. known is the schema of the result; nil if it is not known. In a map the
// word is a key and stays.
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
			delete(of, variable)
			if base != nil { // for a map, the variable of a macro is a key
				of[variable] = base.Items
			}
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

// selected is withEscapes for the selection of a property or a key.
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
