package cel

// quantified evaluates all, exists, exists_one and filter if something can be proved about the
// elements.
func (p *prover) quantified(e *Expr, over symbol, variable string, body *Expr, label string, side Side, env bindings) (v symbol, ok bool) {
	switch {
	case len(e.Args) != 3:
		return v, false
	case over.kind == list && e.Text != "transformList":
		return p.unrolled(e, over.items, side, env), true
	case over.kind != opaque:
		return v, false
	case side == Old:
		p.remember(label, over, e, env)
		return v, false
	case e.Text == "all" && p.element(over, variable, body, side, env):
		return truth(true), true
	case e.Text == "exists" && p.element(over, variable, Op("!", body), side, env):
		return truth(false), true
	case asksForOne(e) && p.alone(over, e, env):
		return truth(true), true
	case e.Text == "filter":
		if v, ok := p.filtered(e, over, variable, body, label, side, env); ok {
			return v, true
		}
	}
	if label, ok := p.like(over, e, env); ok {
		return p.can(computedSame(label)), true
	}
	return v, false
}

// filtered evaluates a filter that returns no element, all, or one.
func (p *prover) filtered(e *Expr, over symbol, variable string, body *Expr, label string, side Side, env bindings) (v symbol, ok bool) {
	switch {
	case p.element(over, variable, Op("!", body), side, env):
		return symbol{kind: list}, true
	case over.shape != nil && !over.shape.Keys() && p.element(over, variable, body, side, env):
		return over, true
	case p.alone(over, e, env):
		return symbol{kind: list, items: []symbol{unknown("only "+label, over.elements())}}, true
	default:
		return v, false
	}
}

func (p *prover) macro(e *Expr, side Side, env bindings) symbol {
	over := p.eval(e.Args[0], side, env)
	if !over.settled() {
		return over
	}
	if over.only != opaque {
		return symbol{kind: failed}
	}
	variable, body := e.Args[1].Text, e.Args[len(e.Args)-1]
	label := e.Text + "(" + over.title() + ", " + renderAll(e.Args[1:], env.names(variable)) + ")"
	if v, ok := p.quantified(e, over, variable, body, label, side, env); ok {
		return v
	}
	if side == New && differs(e, env) {
		return p.can(unknown("new "+label, nil))
	}
	return p.can(computedSame(label))
}

// unrolled evaluates a comprehension over a list literal, element by element. One element can
// decide all and exists, even if others are errors. Other macros are errors if one element is (CEL
// specification, "Macros").
func (p *prover) unrolled(e *Expr, items []symbol, side Side, env bindings) symbol {
	variable, body := e.Args[1].Text, e.Args[2]
	var held []symbol
	var rest undecided
	for _, item := range items {
		v := p.eval(body, side, env.with(variable, item))
		if e.Text != "map" {
			v = p.asked(v)
		}
		switch {
		case e.Text == "all" && v.is(false), e.Text == "exists" && v.is(true):
			return v
		case rest.add(v):
		case e.Text == "map":
			held = append(held, v)
		case v.is(true):
			held = append(held, item)
		}
	}
	switch {
	case e.Text == "all", e.Text == "exists":
		return rest.or(truth(e.Text == "all"))
	case asksForOne(e):
		return rest.or(truth(len(held) == 1))
	default:
		return rest.or(symbol{kind: list, items: held})
	}
}
