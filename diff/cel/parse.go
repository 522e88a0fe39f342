package cel

import (
	"fmt"
	"slices"
	"strings"
)

// maxDepth is the maximum nesting of expressions, as in cel-go's parser.
const maxDepth = 250

// Parse reads an expression.
func Parse(text string) (*Expr, error) {
	list, err := tokens(text)
	p := &parser{rest: list}
	if err == nil {
		e := p.expr()
		if p.rest[0].kind != end {
			p.fail("unexpected %q", p.rest[0].text)
		}
		if p.err == nil {
			return e, nil
		}
		err = p.err
	}
	return nil, fmt.Errorf("CEL expression %q: %w", text, err)
}

// parser reads tokens. After an error it is at the end of the text, and what it returns is not used.
type parser struct {
	rest  []token
	depth int
	err   error
}

// fail records the first error.
func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
		p.rest = p.rest[len(p.rest)-1:]
	}
}

// take skips a sign; false if the next token is another one.
func (p *parser) take(text string) bool {
	if p.rest[0] != (token{sign, text}) {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func (p *parser) expect(text string) {
	if !p.take(text) {
		p.fail("expected %q, found %q", text, p.rest[0].text)
	}
}

// nested reads an expression one level deeper.
func (p *parser) nested(read func() *Expr) *Expr {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.fail("nested more than %d times", maxDepth)
	}
	if p.err != nil {
		return &Expr{}
	}
	return read()
}

func (p *parser) expr() *Expr {
	return p.nested(func() *Expr {
		condition := p.binary(0)
		if !p.take("?") {
			return condition
		}
		yes := p.binary(0)
		p.expect(":")
		return Op("?:", condition, yes, p.expr())
	})
}

// levels are the binary operators, starting with the lowest precedence.
//
//nolint:gochecknoglobals // a constant table; Go has no constant slices.
var levels = [][]string{{"||"}, {"&&"}, {"==", "!=", "<=", ">=", "<", ">", "in"}, {"+", "-"}, {"*", "/", "%"}}

func (p *parser) binary(level int) *Expr {
	if level == len(levels) {
		return p.unary()
	}
	left := p.binary(level + 1)
	for {
		i := slices.IndexFunc(levels[level], p.take)
		if i < 0 {
			return left
		}
		left = join(levels[level][i], left, p.binary(level+1))
	}
}

// join returns a binary expression. Associative operators get one flat list of operands.
func join(op string, left, right *Expr) *Expr {
	e := &Expr{Kind: Call, Text: op}
	for _, side := range []*Expr{left, right} {
		if flat := op == "&&" || op == "||"; flat && side.Kind == Call && side.Text == op {
			e.Args = append(e.Args, side.Args...)
		} else {
			e.Args = append(e.Args, side)
		}
	}
	return e
}

func (p *parser) unary() *Expr {
	switch {
	case p.take("!"):
		e := p.nested(p.unary)
		if e.Kind == Call && e.Text == "!" { // !!a is a
			return e.Args[0]
		}
		return Op("!", e)
	case p.take("-"):
		e := p.nested(p.unary)
		if e.Kind == Literal && isDigit(e.Text[0]) {
			return &Expr{Kind: Literal, Text: "-" + e.Text}
		}
		return Op("-", e)
	default:
		return p.member()
	}
}

func (p *parser) member() *Expr {
	e := p.primary()
	for {
		switch {
		case p.take("."):
			e = p.selection(e)
		case p.take("["):
			optional := p.take("?")
			at := p.expr()
			p.expect("]")
			if e = (&Expr{Index, "", []*Expr{e, at}}); optional {
				e = Op("[?]", e.Args...)
			}
		case isName(e) && p.take("{"):
			e = &Expr{Message, e.String(), p.entries()}
		default:
			return e
		}
	}
}

func isName(e *Expr) bool {
	return e.Kind == Ident || e.Kind == Select && isName(e.Args[0])
}

func (p *parser) selection(of *Expr) *Expr {
	optional := p.take("?")
	t := p.rest[0]
	if t.kind != name && t.text != "in" {
		p.fail("expected a name after a dot, found %q", t.text)
		return of
	}
	p.rest = p.rest[1:]
	field := strings.Trim(t.text, "`")
	switch {
	case optional:
		return Op("?."+field, of)
	case p.take("("):
		return &Expr{Method, t.text, append([]*Expr{of}, p.list(")")...)}
	default:
		return &Expr{Select, field, []*Expr{of}}
	}
}

func (p *parser) primary() *Expr {
	t := p.rest[0]
	switch {
	case t.kind == value:
		p.rest = p.rest[1:]
		return &Expr{Kind: Literal, Text: t.text}
	case p.take("("):
		e := p.expr()
		p.expect(")")
		return e
	case p.take("["):
		return &Expr{Kind: List, Args: p.list("]")}
	case p.take("{"):
		return &Expr{Kind: Map, Args: p.entries()}
	case p.take("."): // an absolute name
		t = p.rest[0]
	}
	if t.kind != name {
		p.fail("expected an expression, found %q", t.text)
		return &Expr{}
	}
	p.rest = p.rest[1:]
	if !p.take("(") {
		return &Expr{Kind: Ident, Text: t.text}
	}
	return &Expr{Call, t.text, p.list(")")}
}

func (p *parser) list(closing string) (list []*Expr) {
	p.sequence(closing, func() { list = append(list, p.optional()) })
	return list
}

func (p *parser) entries() (list []*Expr) {
	p.sequence("}", func() {
		key := p.optional()
		p.expect(":")
		list = append(list, key, p.expr())
	})
	return list
}

// sequence reads elements with commas between them, up to a closing sign. The last one can also
// have a comma.
func (p *parser) sequence(closing string, element func()) {
	for n := 0; p.err == nil && !p.take(closing); n++ {
		if n > 0 {
			p.expect(",")
			if p.take(closing) {
				return
			}
		}
		element()
	}
}

// optional reads an expression that can have a question mark before it.
func (p *parser) optional() *Expr {
	if p.take("?") {
		return Op("?", p.expr())
	}
	return p.expr()
}
