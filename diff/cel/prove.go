package cel

import (
	"maps"
	"slices"
	"strconv"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// budget is how many expressions a proof may evaluate; each part of an expression counts. Of the
// definitions of thirteen projects, the longest proof takes 25,000.
const budget = 200_000

// pool is how many expressions all proofs of a comparison may evaluate together, besides share for each
// proof. Of the same definitions, no comparison evaluates a fourth of that.
const (
	pool  = 4_000_000
	share = 1_000
)

// Effort counts the expressions that the proofs of one comparison evaluate, so that they take time in
// proportion to their number. The zero value is that of a new comparison.
type Effort struct{ spent, proofs, cut int }

// Cut returns how many proofs were not finished, because they take too long.
func (e *Effort) Cut() int { return e.cut }

// Shorten counts a proof that was not finished, because it takes too long.
func (e *Effort) Shorten() { e.cut++ }

// budget returns how many expressions the next proof may evaluate.
func (e *Effort) budget() int { return min(budget, max(share, pool+e.proofs*share-e.spent)) }

// mostFacts is how many facts a proof uses, so that the proofs of many rules take time in proportion
// to their number. Of the same definitions, no proof has more than 48.
const mostFacts = 100

// Holds reports whether an expression is true on the new side for every value of a shape for which
// the facts were true on the old side. False means that no proof was found.
//
// The proof tries all assumptions on which the result depends, one after the other: that a property
// is set, that it is equal to a constant, that a function returns true. If an expression cannot be
// evaluated, the API server rejects the object, as it does if the result is false.
//
// A value that is an integer or a string has a proof for each of the two types. An operation that
// one of them does not support is then an error.
//
// A sum of conditional numbers has too many cases. A second attempt replaces each of them by the
// range of its values.
func (e *Effort) Holds(goal *Expr, facts []*Expr, self Shape) bool {
	found := related(goal, facts)
	ok := e.follows(plain(goal), slice.Map(found[:min(len(found), mostFacts)], plain), self)
	if !ok && len(found) > mostFacts {
		e.Shorten()
	}
	return ok
}

// follows is Holds for the facts that a proof uses.
func (e *Effort) follows(goal *Expr, facts []*Expr, self Shape) bool {
	if self != nil && !goal.Uses("oldSelf") {
		if whole, words := self.Split(); whole != nil {
			return e.holds(goal, facts, whole, number, false) && e.holds(goal, facts, words, text, false)
		}
	}
	return e.holds(goal, facts, self, opaque, false) || goal.sums() && e.holds(goal, facts, self, opaque, true)
}

// related returns the facts that can help to prove a goal: those that select a property that the
// goal or another such fact selects, and those that select none. A definition can have hundreds of
// rules, and a proof evaluates each of its facts in every case.
func related(goal *Expr, facts []*Expr) []*Expr {
	names := slice.Set(goal.Names())
	if len(names) == 0 {
		return facts
	}
	of, taken := slice.Map(facts, (*Expr).Names), make([]bool, len(facts))
	for more := true; more; {
		more = false
		for i := range facts {
			if !taken[i] && (len(of[i]) == 0 || slices.ContainsFunc(of[i], func(n string) bool { return names[n] })) {
				taken[i], more = true, true
				for _, n := range of[i] {
					names[n] = true
				}
			}
		}
	}
	var out []*Expr
	for i, e := range facts {
		if taken[i] {
			out = append(out, e)
		}
	}
	return out
}

// holds proves a goal for a value of any type, or of a number or a text only.
func (e *Effort) holds(goal *Expr, facts []*Expr, self Shape, only kind, join bool) bool {
	given := e.budget()
	e.proofs++
	p := &prover{left: given, lemmas: map[string]bool{}, join: join, said: map[string]said{}, answers: map[string]bool{}}
	env := bindings{"self": unknown("self", self), "oldSelf": unknown("oldSelf", self), none: {kind: failed}}
	if only != opaque {
		v := env["self"]
		v.only = only
		env["self"] = v
	}
	ok := p.solve(goal, slice.Map(facts, func(e *Expr) fact { return fact{e, env} }), env, 0)
	e.spent += given - p.left
	if !ok && (p.left < 0 || p.cut) {
		e.Shorten()
	}
	return ok
}

// bindings are the values of variables.
type bindings map[string]symbol

func (b bindings) with(variable string, v symbol) bindings {
	out := maps.Clone(b)
	out[variable] = v
	return out
}

// names returns the titles of the values of all variables except one.
func (b bindings) names(but string) map[string]string {
	names := map[string]string{}
	for name, v := range b {
		if name != but {
			names[name] = v.title()
		}
	}
	return names
}

// fact is an expression that is true with some bindings.
type fact struct {
	*Expr
	env bindings
}

// prover is the state of a proof.
type prover struct {
	// left is the rest of the budget.
	left int
	// cut reports that a question about patterns was not asked, because there are too many.
	cut bool
	// assumed are the assumptions of the branch.
	assumed map[string]bool
	// facts are the facts of the scope.
	facts []fact
	env   bindings
	depth int
	// lemmas are the results of proofs about elements.
	lemmas map[string]bool
	// equalities are the equalities that can be assumed.
	equalities []equality
	// join replaces the two results of an unknown condition by one range.
	join bool
	// asks are the comprehensions of the old side.
	asks []comprehension
	// said are the assumptions that are patterns, by name.
	said map[string]said
	// answers are the results of questions about patterns.
	answers map[string]bool
}

// solve proves a goal in a new scope.
func (p *prover) solve(goal *Expr, facts []fact, env bindings, depth int) bool {
	return p.scoped(goal, map[string]bool{}, facts, env, depth)
}

// under proves a goal under the current assumptions.
func (p *prover) under(goal *Expr, env bindings) bool {
	return p.scoped(goal, maps.Clone(p.assumed), nil, env, p.depth+1)
}

// scoped proves a goal, and then restores the prover except for the rest of the budget.
func (p *prover) scoped(goal *Expr, assumed map[string]bool, facts []fact, env bindings, depth int) bool {
	saved := *p
	p.assumed, p.facts, p.env, p.depth = assumed, facts, env, depth
	ok := p.branch(goal)
	saved.left, saved.cut = p.left, p.cut
	*p = saved
	return ok
}

// branch evaluates the goal under the current assumptions. If the result depends on another
// assumption, it tries both cases.
func (p *prover) branch(goal *Expr) bool {
	if p.left < 0 {
		return false
	}
	v := p.asked(p.eval(goal, New, p.env))
	if v.is(true) {
		return true
	}
	ask := ""
	if v.kind == stuck {
		ask = v.name
	}
	for _, f := range p.facts {
		v := p.asked(p.eval(f.Expr, Old, f.env))
		switch {
		case p.left < 0:
			return false
		case v.kind == failed || v.is(false):
			return true // no object of the old side satisfies the assumptions
		case v.kind == stuck && ask == "":
			ask = v.name
		}
	}
	if ask == "" {
		return false
	}
	for _, b := range []bool{true, false} {
		p.assumed[ask] = b
		ok := p.branch(goal)
		delete(p.assumed, ask)
		if !ok {
			return false
		}
	}
	return true
}

// assume returns the assumption, or a value that is stuck on it.
func (p *prover) assume(name string) symbol {
	b, ok := p.assumed[name]
	if !ok {
		return symbol{kind: stuck, name: name}
	}
	return truth(b)
}

// can returns a value whose evaluation can fail: it tries both cases.
func (p *prover) can(v symbol) symbol {
	switch ok := p.assume("ok " + v.name); {
	case ok.is(true):
		return v
	case ok.is(false):
		return symbol{kind: failed}
	default:
		return ok
	}
}

// fresh returns any element of a list, or any key of a map.
func (p *prover) fresh(over symbol) symbol {
	name := "$" + strconv.Itoa(p.depth)
	if over.shape.Keys() {
		item := unknown(name, nil)
		item.sure = true
		return item
	}
	item := unknown(name, over.shape.Items())
	item.of = over.name
	return item
}

// element proves the body of list.all for any element, from the facts about the elements of the
// same list.
func (p *prover) element(over symbol, variable string, body *Expr, side Side, env bindings) bool {
	if side == Old || over.shape == nil {
		return false
	}
	if _, most := over.shape.Size(); most < 1 {
		return true
	}
	item := p.fresh(over)
	facts, from := p.elementFacts(over, item)
	key := over.name + " all " + body.render(env.names(variable)) + " " + strconv.Itoa(p.depth) + from
	if done, ok := p.lemmas[key]; ok {
		return done
	}
	p.lemmas[key] = false // also for a proof that needs itself
	p.lemmas[key] = p.solve(body, facts, env.with(variable, item), p.depth+1)
	return p.lemmas[key]
}

// elementFacts returns what the old side requires of any element of a list, by list.all or by the
// opposite of list.exists. from names the assumptions that it depends on.
func (p *prover) elementFacts(over, item symbol) (facts []fact, from string) {
	for _, f := range p.facts {
		e := f.Expr
		if e.Kind != Method || e.Text != "all" || len(e.Args) != 3 || e.Args[1].Kind != Ident {
			continue
		}
		if v := p.eval(e.Args[0], Old, f.env); v.kind == opaque && v.name == over.name {
			facts = append(facts, fact{e.Args[2], f.env.with(e.Args[1].Text, item)})
		}
	}
	for _, c := range p.asks {
		yes, known := p.assumed[c.label]
		if c.over != over.name || !known || yes != (c.e.Text == "all") || !slices.Contains([]string{"all", "exists"}, c.e.Text) {
			continue
		}
		body := c.e.Args[2]
		if !yes {
			body = Op("!", body)
		}
		facts, from = append(facts, fact{body, c.env.with(c.e.Args[1].Text, item)}), from+" "+c.label
	}
	return facts, from
}

func binds(e *Expr) bool {
	_, ok := e.Binds()
	return ok
}
