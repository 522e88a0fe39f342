package cel

import (
	"strconv"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// plain rewrites optional selections (CEL's optional types, in Kubernetes since 1.29) without
// optional values: has(a.?b.c) becomes has(a.b) && has(a.b.c), and a.?b.orValue(c) becomes has(a.b)
// ? a.b : c. Formats become their patterns and lengths, and matches(a, b) becomes a.matches(b).
// Other expressions stay unchanged.
func plain(e *Expr) *Expr {
	if e.Kind == Call && e.Text == "has" && len(e.Args) == 1 {
		if guards, _ := optional(e.Args[0]); len(guards) > 0 {
			return allOf(guards)
		}
	}
	if e.Kind == Method && len(e.Args) > 0 {
		if is := asked(e); is != nil {
			return is
		}
	}
	kind := e.Kind
	if kind == Call && e.Text == "matches" && len(e.Args) == 2 {
		kind = Method
	}
	return &Expr{kind, e.Text, slice.Map(e.Args, plain)}
}

// asked rewrites a method of an optional value; nil for other methods.
func asked(e *Expr) *Expr {
	of := e.Args[0]
	if e.Text == "hasValue" && len(e.Args) == 1 && of.Kind == Method && of.Text == "validate" {
		if fits := formatted(of.Args); fits != nil {
			return Op("!", fits)
		}
	}
	guards, value := optional(of)
	switch {
	case len(guards) == 0:
		return nil
	case e.Text == "orValue" && len(e.Args) == 2:
		return Op("?:", allOf(guards), value, plain(e.Args[1]))
	case e.Text == "hasValue" && len(e.Args) == 1:
		return allOf(guards)
	case e.Text == "value" && len(e.Args) == 1:
		return value
	default:
		return nil
	}
}

// optional returns the value of a chain of selections that contains an optional one, and the
// conditions under which it exists. Without an optional selection, there are no guards.
func optional(e *Expr) (guards []*Expr, value *Expr) {
	if len(e.Args) == 0 {
		return nil, nil
	}
	guards, of := optional(e.Args[0])
	if len(guards) == 0 {
		of = plain(e.Args[0])
	}
	field, own := e.Text, e.Kind == Call && len(e.Text) > 2 && e.Text[:2] == "?."
	if own {
		field = e.Text[2:]
	}
	switch {
	case own || e.Kind == Select && len(guards) > 0:
		value = &Expr{Select, field, []*Expr{of}}
		return append(guards, Op("has", value)), value
	case e.Kind == Call && e.Text == "[?]" && e.Args[1].Kind == Literal && e.Args[1].Text[0] == '"': // of a map
		return append(guards, Op("in", e.Args[1], of)), &Expr{Index, "", []*Expr{of, e.Args[1]}}
	default:
		return nil, nil
	}
}

func allOf(list []*Expr) *Expr {
	if len(list) == 1 {
		return list[0]
	}
	return Op("&&", list...)
}

// formatted returns the requirements of format.NAME().validate(of) for the formats that are a
// pattern and a length (k8s.io/apiserver/pkg/cel/library/format.go); nil for others. args are the
// format and the value.
func formatted(args []*Expr) *Expr {
	if len(args) != 2 || args[0].Kind != Method || len(args[0].Args) != 1 || args[0].Args[0].Text != "format" {
		return nil
	}
	pattern, longest, ok := formatOf(args[0].Text)
	if !ok {
		return nil
	}
	of := plain(args[1])
	return allOf([]*Expr{
		{Method, "matches", []*Expr{of, {Kind: Literal, Text: strconv.Quote(pattern)}}},
		{Call, "<=", []*Expr{{Method, "size", []*Expr{of}}, {Kind: Literal, Text: longest}}},
	})
}

// formatOf returns the pattern of a format and its maximum length.
func formatOf(name string) (pattern, longest string, ok bool) {
	const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
	switch name {
	case "dns1123Label":
		return "^" + label + "$", "63", true
	case "dns1123Subdomain":
		return "^" + label + `(\.` + label + ")*$", "253", true
	case "dns1035Label":
		return "^[a-z]([-a-z0-9]*[a-z0-9])?$", "63", true
	case "labelValue":
		return "^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$", "63", true
	default:
		return "", "", false
	}
}

// none is a variable whose evaluation fails.
const none = "$none"

// Optional returns an expression of an optional variable in two forms: without a value, and with
// one. Both are nil if the expression uses the variable in other ways than hasValue() and value().
func Optional(e *Expr, variable string) (without, with *Expr) {
	if e.Kind == Ident && e.Text == variable {
		return nil, nil
	}
	if e.Kind == Method && len(e.Args) == 1 && e.Args[0].Kind == Ident && e.Args[0].Text == variable {
		switch e.Text {
		case "hasValue":
			return &Expr{Kind: Literal, Text: "false"}, &Expr{Kind: Literal, Text: "true"}
		case "value":
			return &Expr{Kind: Ident, Text: none}, e.Args[0]
		}
	}
	without, with = &Expr{Kind: e.Kind, Text: e.Text}, &Expr{Kind: e.Kind, Text: e.Text}
	for _, a := range e.Args {
		one, other := Optional(a, variable)
		if one == nil {
			return nil, nil
		}
		without.Args, with.Args = append(without.Args, one), append(with.Args, other)
	}
	return without, with
}
