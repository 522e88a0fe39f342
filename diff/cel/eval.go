package cel

import (
	"math"
	"slices"
)

// eval returns what is known about the value of an expression. A value that has another type on the
// new side is another value there.
func (p *prover) eval(e *Expr, side Side, env bindings) symbol {
	v := p.read(e, side, env)
	if side == New && v.kind == opaque && v.shape != nil && v.shape.Retyped() {
		return unknown("new "+v.title(), nil)
	}
	return v
}

// read is eval for values that have the same type on both sides.
func (p *prover) read(e *Expr, side Side, env bindings) symbol {
	p.left--
	switch e.Kind {
	case Literal:
		return literal(e.Text)
	case Ident:
		if v, ok := env[e.Text]; ok {
			return p.equated(v)
		}
		return unknown(e.Text, nil)
	case Select:
		return p.equated(p.selected(p.eval(e.Args[0], side, env), e.Text, side))
	case List:
		items, bad := p.all(e.Args, side, env)
		if bad != nil {
			return *bad
		}
		return symbol{kind: list, items: items}
	case Call:
		return p.call(e, side, env)
	case Method:
		if binds(e) {
			return p.macro(e, side, env)
		}
		if v, ok := p.quantities(e, side, env); ok {
			return v
		}
	default:
	}
	return p.opaque(e, side, env)
}

// opaque evaluates the arguments of an expression whose value is not known. Its evaluation can
// fail.
func (p *prover) opaque(e *Expr, side Side, env bindings) symbol {
	args, bad := p.all(e.Args, side, env)
	if bad != nil {
		return *bad
	}
	label := e.Text + "(" + titles(args) + ")"
	if e.Kind == Method {
		label = "." + label
	}
	if e.Kind != Index || args[0].elements() == nil {
		label = sided(label, side, args...)
	}
	v := p.computed(e, args, label, side)
	if v.kind == opaque && v.shape == nil {
		// CEL functions depend only on their arguments.
		v.fixed = !slices.ContainsFunc(args, func(a symbol) bool { return !same(a) })
	}
	return v
}

// computed evaluates an index, a method or a function with the name label.
func (p *prover) computed(e *Expr, args []symbol, label string, side Side) symbol {
	switch e.Kind {
	case Map:
		return unknown("{"+label+"}", nil)
	case Index:
		v := unknown("["+label+"]", args[0].elements())
		if p.inRange(args[0], args[1], side) || firstPart(e) {
			return v
		}
		return p.can(v)
	case Method:
		return p.method(e.Text, args, label, side)
	default:
		if e.Text == "isURL" && len(args) == 1 && args[0].url() {
			return truth(true)
		}
		return p.can(unknown(label, nil))
	}
}

// all evaluates arguments; bad is the first one that is an error or stuck.
func (p *prover) all(list []*Expr, side Side, env bindings) (values []symbol, bad *symbol) {
	for _, a := range list {
		v := p.eval(a, side, env)
		if !v.settled() {
			return nil, &v
		}
		values = append(values, v)
	}
	return values, nil
}

func (p *prover) call(e *Expr, side Side, env bindings) symbol {
	switch op := e.Text; {
	case op == "has" && len(e.Args) == 1 && e.Args[0].Kind == Select:
		return p.has(e.Args[0], side, env)
	case op == "&&" || op == "||":
		return p.logic(e.Args, op == "||", side, env)
	case op == "?:":
		return p.conditional(e, side, env)
	case op == "!":
		return p.asked(p.eval(e.Args[0], side, env)).not()
	}
	compared := len(e.Args) == 2 && slices.Contains([]string{"==", "!=", "<", ">", "<=", ">=", "in", "+", "-"}, e.Text)
	if !compared && (e.Text != "size" || len(e.Args) != 1) {
		return p.opaque(e, side, env)
	}
	args, bad := p.all(e.Args, side, env)
	switch {
	case bad != nil:
		return *bad
	case compared:
		return p.operation(e.Text, args[0], args[1], side)
	default:
		return p.size(args[0], side)
	}
}

func (p *prover) conditional(e *Expr, side Side, env bindings) symbol {
	condition := p.asked(p.eval(e.Args[0], side, env))
	switch {
	case condition.is(true):
		return p.eval(e.Args[1], side, env)
	case condition.is(false):
		return p.eval(e.Args[2], side, env)
	case condition.kind == stuck && p.join:
		return p.joined(e, condition, side, env)
	default:
		return condition
	}
}

// joined returns one number for an expression whose condition is not known. Its bounds cover both
// results.
func (p *prover) joined(e *Expr, condition symbol, side Side, env bindings) symbol {
	name := e.render(env.names(""))
	if side == New && differs(e, env) {
		name = "new " + name
	}
	v := unknown(name, nil)
	v.sure, v.least, v.greatest = true, math.Inf(1), math.Inf(-1)
	for _, b := range []bool{true, false} {
		if p.left < 0 {
			return condition
		}
		p.assumed[condition.name] = b
		one := p.eval(e, side, env)
		delete(p.assumed, condition.name)
		if !one.settled() || !one.bounded() {
			return condition
		}
		v.least, v.greatest = min(v.least, one.least), max(v.greatest, one.greatest)
	}
	return v
}

// inRange reports that a list has an element at an index: it is assumed to be long enough, or it is
// always long enough.
func (p *prover) inRange(of, at symbol, side Side) bool {
	if of.elements() == nil || at.kind != number || at.num < 0 {
		return false
	}
	size := p.size(of, side)
	return size.sure && (size.least > at.num || p.assumed["<("+at.title()+", "+size.title()+")"])
}

// firstPart reports that an expression is the first part of a split text, which always exists.
func firstPart(e *Expr) bool {
	of, at := e.Args[0], e.Args[1]
	return of.Kind == Method && of.Text == "split" && len(of.Args) == 2 && of.Args[1].Kind == Literal && of.Args[1].Text != `""` && at.Kind == Literal && at.Text == "0"
}

// asked converts an opaque value to a boolean by an assumption. Its evaluation can fail if it may
// be null or of another type.
func (p *prover) asked(v symbol) symbol {
	if v.only != opaque {
		return symbol{kind: failed} // not a boolean
	}
	if v.kind == opaque && !v.sure {
		v = p.can(v)
	}
	if v.kind == opaque {
		return p.assume(v.name)
	}
	return v
}

// logic evaluates && and ||. An operand that decides the result does so even if others are errors.
func (p *prover) logic(args []*Expr, decides bool, side Side, env bindings) symbol {
	var rest undecided
	for _, a := range args {
		v := p.asked(p.eval(a, side, env))
		if v.is(decides) {
			return v
		}
		rest.add(v)
	}
	return rest.or(truth(!decides))
}

// undecided is the operands that do not decide the result: the first that is stuck, and one that is
// an error.
type undecided struct{ open, bad symbol }

// add adds an operand. It returns false if the operand is neither stuck nor an error.
func (u *undecided) add(v symbol) bool {
	switch {
	case v.kind == stuck && u.open.kind != stuck:
		u.open = v
	case v.kind == failed:
		u.bad = v
	}
	return !v.settled()
}

// or returns the result of the operands, which is v if none is stuck or an error.
func (u *undecided) or(v symbol) symbol {
	switch {
	case u.open.kind == stuck:
		return u.open
	case u.bad.kind == failed:
		return u.bad
	default:
		return v
	}
}
