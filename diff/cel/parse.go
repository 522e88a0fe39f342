package cel

import (
	"fmt"
	"strings"
)

// maxDepth is the maximum nesting of expressions, as in cel-go's parser.
const maxDepth = 250

// Parse reads an expression.
func Parse(text string) (*Expr, error) {
	list, err := tokens(text)
	if err != nil {
		return nil, fmt.Errorf("CEL expression %q: %w", text, err)
	}
	p := &parser{rest: list}
	e, err := p.expr()
	if err == nil && p.rest[0].kind != end {
		err = fmt.Errorf("unexpected %q", p.rest[0].text)
	}
	if err != nil {
		return nil, fmt.Errorf("CEL expression %q: %w", text, err)
	}
	return e, nil
}

type parser struct {
	rest  []token
	depth int
}

// take skips a sign; false if the next token is another one.
func (p *parser) take(text string) bool {
	if p.rest[0] != (token{sign, text}) {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func (p *parser) expect(text string) error {
	if !p.take(text) {
		return fmt.Errorf("expected %q, found %q", text, p.rest[0].text)
	}
	return nil
}

// enter adds a level of nesting. The caller removes it.
func (p *parser) enter() error {
	if p.depth++; p.depth > maxDepth {
		return fmt.Errorf("nested more than %d times", maxDepth)
	}
	return nil
}

func (p *parser) expr() (*Expr, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	condition, err := p.binary(0)
	if err != nil || !p.take("?") {
		return condition, err
	}
	yes, err := p.binary(0)
	if err != nil {
		return nil, err
	}
	if err := p.expect(":"); err != nil {
		return nil, err
	}
	no, err := p.expr()
	return Op("?:", condition, yes, no), err
}

// levels are the binary operators, starting with the lowest precedence.
//
//nolint:gochecknoglobals // a constant table; Go has no constant slices.
var levels = [][]string{{"||"}, {"&&"}, {"==", "!=", "<=", ">=", "<", ">", "in"}, {"+", "-"}, {"*", "/", "%"}}

func (p *parser) binary(level int) (*Expr, error) {
	if level == len(levels) {
		return p.unary()
	}
	left, err := p.binary(level + 1)
	for err == nil {
		op := p.operator(levels[level])
		if op == "" {
			return left, nil
		}
		var right *Expr
		right, err = p.binary(level + 1)
		left = join(op, left, right)
	}
	return nil, err
}

func (p *parser) operator(of []string) string {
	for _, op := range of {
		if p.take(op) {
			return op
		}
	}
	return ""
}

// join returns a binary expression. Associative operators get one flat list of operands.
func join(op string, left, right *Expr) *Expr {
	e := &Expr{Kind: Call, Text: op}
	for _, side := range []*Expr{left, right} {
		if flat := op == "&&" || op == "||"; flat && side != nil && side.Kind == Call && side.Text == op {
			e.Args = append(e.Args, side.Args...)
		} else {
			e.Args = append(e.Args, side)
		}
	}
	return e
}

func (p *parser) unary() (*Expr, error) {
	for _, op := range []string{"!", "-"} {
		if !p.take(op) {
			continue
		}
		if err := p.enter(); err != nil {
			return nil, err
		}
		defer func() { p.depth-- }()
		e, err := p.unary()
		switch {
		case err != nil:
			return nil, err
		case op == "!" && e.Kind == Call && e.Text == "!": // !!a is a
			return e.Args[0], nil
		case op == "-" && e.Kind == Literal && isDigit(e.Text[0]):
			return &Expr{Kind: Literal, Text: "-" + e.Text}, nil
		}
		return &Expr{Call, op, []*Expr{e}}, nil
	}
	return p.member()
}

func (p *parser) member() (*Expr, error) {
	e, err := p.primary()
	for err == nil {
		switch {
		case p.take("."):
			e, err = p.selection(e)
		case p.take("["):
			optional := p.take("?")
			var at *Expr
			if at, err = p.expr(); err == nil {
				err = p.expect("]")
			}
			if e = (&Expr{Index, "", []*Expr{e, at}}); optional {
				e = &Expr{Call, "[?]", e.Args}
			}
		case p.rest[0] == (token{sign, "{"}) && isName(e):
			e, err = p.message(e)
		default:
			return e, nil
		}
	}
	return nil, err
}

func isName(e *Expr) bool {
	return e.Kind == Ident || e.Kind == Select && isName(e.Args[0])
}

func (p *parser) selection(of *Expr) (*Expr, error) {
	optional := p.take("?")
	t := p.rest[0]
	if t.kind != name && t.text != "in" {
		return nil, fmt.Errorf("expected a name after a dot, found %q", t.text)
	}
	p.rest = p.rest[1:]
	field := strings.Trim(t.text, "`")
	if optional {
		return &Expr{Call, "?." + field, []*Expr{of}}, nil
	}
	if !p.take("(") {
		return &Expr{Select, field, []*Expr{of}}, nil
	}
	args, err := p.list(")")
	return &Expr{Method, t.text, append([]*Expr{of}, args...)}, err
}

func (p *parser) primary() (*Expr, error) {
	t := p.rest[0]
	switch {
	case t.kind == value:
		p.rest = p.rest[1:]
		return &Expr{Kind: Literal, Text: t.text}, nil
	case p.take("("):
		e, err := p.expr()
		if err == nil {
			err = p.expect(")")
		}
		return e, err
	case p.take("["):
		args, err := p.list("]")
		return &Expr{Kind: List, Args: args}, err
	case p.take("{"):
		args, err := p.entries()
		return &Expr{Kind: Map, Args: args}, err
	case p.take("."): // an absolute name
		t = p.rest[0]
	}
	if t.kind != name {
		return nil, fmt.Errorf("expected an expression, found %q", t.text)
	}
	p.rest = p.rest[1:]
	if !p.take("(") {
		return &Expr{Kind: Ident, Text: t.text}, nil
	}
	args, err := p.list(")")
	return &Expr{Call, t.text, args}, err
}

// list reads expressions up to a closing sign.
func (p *parser) list(closing string) (list []*Expr, err error) {
	err = p.sequence(closing, func() error {
		e, err := p.optional()
		list = append(list, e)
		return err
	})
	return list, err
}

// entries reads the keys and values of a map.
func (p *parser) entries() (list []*Expr, err error) {
	err = p.sequence("}", func() error {
		key, err := p.optional()
		if err != nil {
			return err
		}
		if err := p.expect(":"); err != nil {
			return err
		}
		value, err := p.expr()
		list = append(list, key, value)
		return err
	})
	return list, err
}

// sequence reads elements with commas between them, up to a closing sign. The last one can also
// have a comma.
func (p *parser) sequence(closing string, element func() error) error {
	for n := 0; !p.take(closing); n++ {
		if n > 0 {
			if err := p.expect(","); err != nil {
				return err
			}
			if p.take(closing) {
				return nil
			}
		}
		if err := element(); err != nil {
			return err
		}
	}
	return nil
}

// optional reads an expression that can have a question mark before it.
func (p *parser) optional() (*Expr, error) {
	optional := p.take("?")
	e, err := p.expr()
	if optional {
		e = Op("?", e)
	}
	return e, err
}

func (p *parser) message(of *Expr) (*Expr, error) {
	if err := p.expect("{"); err != nil {
		return nil, err
	}
	args, err := p.entries()
	return &Expr{Message, of.String(), args}, err
}
