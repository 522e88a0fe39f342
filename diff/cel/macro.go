package cel

import (
	"maps"
	"slices"
)

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

// comprehension is a comprehension of the old side, such as list.all(variable, body), with the name
// of the assumption about it.
type comprehension struct {
	label, over string
	e           *Expr
	env         bindings
}

func asksForOne(e *Expr) bool {
	return len(e.Args) == 3 && (e.Text == "exists_one" || e.Text == "existsOne")
}

// remember adds a comprehension of the old side.
func (p *prover) remember(label string, over symbol, e *Expr, env bindings) {
	if !slices.ContainsFunc(p.asks, func(c comprehension) bool { return c.label == label }) {
		p.asks = append(slices.Clip(p.asks), comprehension{label, over.name, e, env})
	}
}

// like finds a comprehension of the old side with the same meaning: the same macro, with a body
// that is true for the same elements and can be evaluated for each.
func (p *prover) like(over symbol, e *Expr, env bindings) (label string, ok bool) {
	if over.elements() == nil || differs(e, env) || p.depth > 2 || e.Text == "map" {
		return "", false
	}
	for _, c := range p.asks {
		if c.over != over.name || c.e.Text != e.Text || differs(c.e, c.env) {
			continue
		}
		key := c.label + " like " + e.render(env.names(""))
		if _, tried := p.lemmas[key]; !tried {
			p.lemmas[key] = false
			both, ok := p.ofEach(over, e, env, c)
			is, was := e.Args[2], c.e.Args[2]
			p.lemmas[key] = ok && p.solve(Op("?:", is, was, Op("!", was)), nil, both, p.depth+1)
		}
		if p.lemmas[key] {
			return c.label, true
		}
	}
	return "", false
}

// alone proves that exactly one element of a list satisfies the body of e. Exactly one satisfies
// the body of a comprehension of the old side, every element that satisfies the new body satisfies
// that one, and a known element satisfies the new body.
func (p *prover) alone(over symbol, e *Expr, env bindings) bool {
	// The number of elements of a filter does not depend on changes inside them.
	if over.elements() == nil || differs(&Expr{Method, "exists_one", e.Args}, env) || p.depth > 2 {
		return false
	}
	if _, most := over.shape.Size(); most <= 1 && p.itself(over, e, env) {
		return true
	}
	for _, u := range append(byType(over, e.Args[0], env), p.asks...) {
		if asksForOne(u.e) && u.over == over.name && (u.label == "" || p.assumed[u.label]) && !differs(u.e, u.env) && p.narrower(over, e, env, u) && p.itself(over, e, env) {
			return true
		}
	}
	return false
}

// byType returns what the type of a list requires for each element that a variable is bound to: no
// other has the same keys or, in a set, the same value.
func byType(over symbol, of *Expr, env bindings) (out []comprehension) {
	keys, ok := over.shape.Unique()
	if !ok {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(env)) {
		if env[name].of != over.name {
			continue
		}
		one, other := &Expr{Kind: Ident, Text: name}, &Expr{Kind: Ident, Text: "$other"}
		body := Op("==", one, other)
		if len(keys) > 0 {
			body = &Expr{Kind: Call, Text: "&&"}
		}
		for _, k := range keys {
			body.Args = append(body.Args, Op("==", &Expr{Select, k, []*Expr{one}}, &Expr{Select, k, []*Expr{other}}))
		}
		out = append(out, comprehension{over: over.name, e: &Expr{Method, "exists_one", []*Expr{of, other, body}}, env: env})
	}
	return out
}

// narrower proves that each element that satisfies e's body satisfies the old one's, and that e's
// can be evaluated for each. exists_one fails if it cannot (CEL specification, "Macros").
func (p *prover) narrower(over symbol, e *Expr, env bindings, c comprehension) bool {
	both, ok := p.ofEach(over, e, env, c)
	return ok && p.under(Op("?:", e.Args[2], c.e.Args[2], &Expr{Kind: Literal, Text: "true"}), both)
}

// ofEach binds the variables of e and of a comprehension of the old side to any element; not ok if
// two different variables have the same name.
func (p *prover) ofEach(over symbol, e *Expr, env bindings, c comprehension) (both bindings, ok bool) {
	item := p.fresh(over)
	both = env.with(e.Args[1].Text, item)
	for name, v := range c.env.with(c.e.Args[1].Text, item) {
		if was, ok := both[name]; ok && was.title() != v.title() {
			return nil, false
		}
		both[name] = v
	}
	return both, true
}

// itself proves the body for an element of the list that a variable is bound to.
func (p *prover) itself(over symbol, e *Expr, env bindings) bool {
	for _, name := range slices.Sorted(maps.Keys(env)) {
		if v := env[name]; v.of == over.name && p.under(e.Args[2], env.with(e.Args[1].Text, v)) {
			return true
		}
	}
	return false
}
