package cel

import (
	"maps"
	"slices"
)

// unique is list.exists_one(variable, body) of the old side, under the name that an
// assumption about it has.
type unique struct {
	label, over string
	e           *Expr
	env         bindings
}

func asksForOne(e *Expr) bool {
	return len(e.Args) == 3 && (e.Text == "exists_one" || e.Text == "existsOne")
}

// remember keeps what the old side asks of a list.
func (p *prover) remember(label string, over symbol, e *Expr, env bindings) {
	if !slices.ContainsFunc(p.unique, func(u unique) bool { return u.label == label }) {
		p.unique = append(slices.Clip(p.unique), unique{label, over.name, e, env})
	}
}

// alone proves that exactly one element of a list holds to the body of e: exactly one holds
// to the body of what the old side asks, all that hold to the new body hold to that one,
// and an element that is known holds to the new one.
func (p *prover) alone(over symbol, e *Expr, env bindings) bool {
	if over.elements() == nil || differs(e, env) || p.depth > 2 {
		return false
	}
	for _, u := range append(byType(over, e.Args[0], env), p.unique...) {
		if u.over == over.name && (u.label == "" || p.assumed[u.label]) && !differs(u.e, u.env) && p.narrower(over, e, env, u) && p.itself(over, e, env) {
			return true
		}
	}
	return false
}

// byType is what the type of a list says of each element that a variable holds: no other
// has the same keys, or, in a set, the same value.
func byType(over symbol, of *Expr, env bindings) (out []unique) {
	keys, ok := over.shape.Unique()
	if !ok {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(env)) {
		if env[name].of != over.name {
			continue
		}
		one, other := &Expr{Kind: Ident, Text: name}, &Expr{Kind: Ident, Text: "$other"}
		body := &Expr{Call, "==", []*Expr{one, other}}
		if len(keys) > 0 {
			body = &Expr{Kind: Call, Text: "&&"}
		}
		for _, k := range keys {
			body.Args = append(body.Args, &Expr{Call, "==", []*Expr{{Select, k, []*Expr{one}}, {Select, k, []*Expr{other}}}})
		}
		out = append(out, unique{over: over.name, e: &Expr{Method, "exists_one", []*Expr{of, other, body}}, env: env})
	}
	return out
}

// narrower proves that each element that holds to e's body holds to the old one's, and that
// e's can be evaluated for each: exists_one fails where it cannot (CEL specification,
// "Macros").
func (p *prover) narrower(over symbol, e *Expr, env bindings, u unique) bool {
	item := p.fresh(over)
	both := env.with(e.Args[1].Text, item)
	for name, v := range u.env.with(u.e.Args[1].Text, item) {
		if was, ok := both[name]; ok && was.title() != v.title() {
			return false // two variables of one name
		}
		both[name] = v
	}
	yes := &Expr{Kind: Literal, Text: "true"}
	return p.under(&Expr{Call, "?:", []*Expr{e.Args[2], u.e.Args[2], yes}}, both)
}

// itself proves the body for an element of the list that a variable holds.
func (p *prover) itself(over symbol, e *Expr, env bindings) bool {
	for _, name := range slices.Sorted(maps.Keys(env)) {
		if v := env[name]; v.of == over.name && p.under(e.Args[2], env.with(e.Args[1].Text, v)) {
			return true
		}
	}
	return false
}
