package cel

import (
	"maps"
	"slices"
)

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
