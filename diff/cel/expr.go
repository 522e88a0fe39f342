package cel

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Kind is the kind of an expression.
type Kind int

// The kinds of expressions.
const (
	Ident   Kind = iota // Text is the name
	Literal             // Text is the canonical literal: 1, 1u, 1.5, "a", b"a", true, null
	Select              // Args[0].Text; has(Args[0].Text) is a Call of has
	Index               // Args[0][Args[1]]
	Call                // Text(Args...), and operators: Text is "&&", "?:", "+" …
	Method              // Args[0].Text(Args[1:]...)
	List                // [Args...]
	Map                 // {Args[0]: Args[1], …}
	Message             // Args[0]{…}, with its text as parsed
)

// Expr is a parsed expression, without white space, quotes and parentheses. && and || have all
// their operands.
type Expr struct {
	Kind Kind
	Text string
	Args []*Expr
}

// Op returns a call of a function or an operator.
func Op(text string, args ...*Expr) *Expr { return &Expr{Call, text, args} }

// String returns the canonical text. Expressions that differ only in their notation have the same
// text.
func (e *Expr) String() string { return e.render(nil) }

// Uses reports whether the expression contains a variable.
func (e *Expr) Uses(name string) bool {
	return e.Kind == Ident && e.Text == name || slices.ContainsFunc(e.Args, func(a *Expr) bool { return a.Uses(name) })
}

// With returns the expression with a variable replaced by another expression. No comprehension in
// it may bind the variable.
func (e *Expr) With(name string, by *Expr) *Expr {
	switch {
	case by.Kind == Ident && by.Text == name:
		return e
	case e.Kind == Ident && e.Text == name:
		return by
	}
	return &Expr{e.Kind, e.Text, slice.Map(e.Args, func(a *Expr) *Expr { return a.With(name, by) })}
}

// Binds returns the variable of a comprehension; not ok for other expressions.
func (e *Expr) Binds() (variable string, ok bool) {
	if e.Kind != Method || len(e.Args) < 3 || e.Args[1].Kind != Ident {
		return "", false
	}
	return e.Args[1].Text, slices.Contains([]string{"all", "exists", "exists_one", "existsOne", "map", "filter", "bind", "transformList", "transformMap"}, e.Text)
}

// Names returns the fields that the expression selects.
func (e *Expr) Names() (names []string) {
	switch {
	case e.Kind == Select:
		names = append(names, e.Text)
	case e.Kind == Call && strings.HasPrefix(e.Text, "?."):
		names = append(names, e.Text[2:])
	}
	return append(names, slice.Flat(e.Args, (*Expr).Names)...)
}

func (e *Expr) sums() bool {
	conditional := func(a *Expr) bool { return a.Kind == Call && a.Text == "?:" }
	return e.Kind == Call && e.Text == "+" && slices.ContainsFunc(e.Args, conditional) || slices.ContainsFunc(e.Args, (*Expr).sums)
}

// render writes the expression with other names for some variables.
func (e *Expr) render(names map[string]string) string {
	switch e.Kind {
	case Ident:
		if name, ok := names[e.Text]; ok {
			return name
		}
		return e.Text
	case Literal:
		return e.Text
	case Select:
		return e.Args[0].render(names) + fieldText(e.Text)
	case Index:
		return e.Args[0].render(names) + "[" + e.Args[1].render(names) + "]"
	case Method:
		if variable := e.Args[min(1, len(e.Args)-1)]; binds(e) && names[variable.Text] != "" {
			names = maps.Clone(names)
			delete(names, variable.Text)
		}
		return e.Args[0].render(names) + "." + e.Text + "(" + renderAll(e.Args[1:], names) + ")"
	case List:
		return "[" + renderAll(e.Args, names) + "]"
	case Map:
		return "{" + renderAll(e.Args, names) + "}"
	case Message:
		return e.Text + "{" + renderAll(e.Args, names) + "}"
	default:
		return e.Text + "(" + renderAll(e.Args, names) + ")"
	}
}

// fieldText writes a field after a dot, in backticks if it is not an identifier.
func fieldText(field string) string {
	if strings.Trim(field, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == "" {
		return "." + field
	}
	return ".`" + field + "`"
}

func renderAll(list []*Expr, names map[string]string) string {
	return strings.Join(slice.Map(list, func(e *Expr) string { return e.render(names) }), ", ")
}
