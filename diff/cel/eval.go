package cel

import (
	"math"
	"regexp"
	"slices"
	"strings"
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

// present reports whether a value has a property, and returns the property's value.
func (p *prover) present(of symbol, field string, side Side) (has symbol, v symbol) {
	if !of.settled() {
		return of, of
	}
	v = unknown(of.title()+fieldText(field), nil)
	presence := Maybe
	if of.kind == opaque && of.shape != nil {
		shape, known, differs := of.shape.Field(field, side)
		presence = known
		switch {
		case !differs || side == Old:
			v = unknown(v.name, shape)
		case of.shape.Object():
			if has, filled, ok := p.filled(of.shape, field, v.name); ok {
				return has, filled
			}
			fallthrough
		default:
			v = unknown("new "+v.name, nil)
		}
	}
	if presence == Maybe || of.shape == nil || !of.shape.Object() {
		return p.assume("has " + v.name), v
	}
	return truth(presence == Always), v
}

// filled returns a property with a new default: the old value if there was one.
func (p *prover) filled(of Shape, field, name string) (has, v symbol, ok bool) {
	text, shape, ok := of.Filled(field)
	if !ok {
		return has, v, false
	}
	if shape != nil {
		switch was := p.assume("has " + name); {
		case was.kind == stuck:
			return was, was, true
		case was.is(true):
			return truth(true), unknown(name, shape), true
		}
	}
	return truth(true), literal(text), true
}

func (p *prover) selected(of symbol, field string, side Side) symbol {
	has, v := p.present(of, field, side)
	switch {
	case has.is(true):
		return v
	case has.is(false):
		return symbol{kind: failed}
	default:
		return has
	}
}

// has evaluates has(a.b). It is an error if a is an error or not an object.
func (p *prover) has(e *Expr, side Side, env bindings) symbol {
	of := p.eval(e.Args[0], side, env)
	has, _ := p.present(of, e.Text, side)
	if has.settled() && (of.shape == nil || !of.shape.Object()) {
		if ok := p.can(unknown("has "+of.title(), nil)); !ok.settled() {
			return ok
		}
	}
	return has
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
		if p.left--; p.left < 0 {
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

func (p *prover) operation(op string, a, b symbol, side Side) symbol {
	switch op {
	case "==":
		return p.equals(a, b, side)
	case "!=":
		return p.equals(a, b, side).not()
	case "in":
		return p.in(a, b, side)
	case "+", "-":
		return p.sum(op, a, b)
	case ">", ">=":
		return p.less("<"+op[1:], b, a)
	default:
		return p.less(op, a, b)
	}
}

// sum evaluates a + b and a - b. Adding 0 to a number returns that number.
func (p *prover) sum(op string, a, b symbol) symbol {
	if a.kind == number && b.kind == number {
		if op == "-" {
			b.num = -b.num
		}
		return integer(a.num + b.num)
	}
	switch {
	case op == "+" && a.zero() && b.bounded():
		return b
	case op == "+" && b.zero() && a.bounded():
		return a
	}
	v := combined(op, a, b)
	if op == "+" && a.bounded() && b.bounded() {
		v.sure, v.least, v.greatest = true, a.least+b.least, a.greatest+b.greatest
		return v
	}
	if a.sure && b.sure && op == "+" && (a.kind == text || b.kind == text) && a.only != number && b.only != number {
		return v // two strings
	}
	return p.can(v)
}

// combined returns the opaque result of an operator. It is the same on both sides if both values
// are.
func combined(op string, a, b symbol) symbol {
	v := unknown(op+"("+a.title()+", "+b.title()+")", nil)
	v.fixed = same(a) && same(b)
	return v
}

// less compares numbers by their bounds.
func (p *prover) less(op string, a, b symbol) symbol {
	v := unknown(op+"("+a.title()+", "+b.title()+")", nil)
	switch {
	case a.only == text && b.kind == number, b.only == text && a.kind == number, a.only == number && b.kind == text, b.only == number && a.kind == text:
		return symbol{kind: failed}
	case a.only == text || b.only == text:
		return p.asked(p.can(v))
	}
	if a.sure && b.sure && a.kind != text && b.kind != text {
		a, b = p.narrowed(a), p.narrowed(b)
		switch {
		case op == "<" && a.greatest < b.least, op == "<=" && a.greatest <= b.least, p.sized(op, a, b):
			return truth(true)
		case op == "<" && a.least >= b.greatest, op == "<=" && a.least > b.greatest:
			return truth(false)
		}
		means := lesser
		if op == "<=" {
			means |= alike
		}
		if known, ok := p.decided(a, b, means); ok {
			return known
		}
		return p.assume(v.name)
	}
	return p.asked(p.can(v))
}

func (p *prover) size(of symbol, side Side) symbol {
	if of.only == number {
		return symbol{kind: failed}
	}
	switch of.kind {
	case list:
		return integer(float64(len(of.items)))
	case text:
		return integer(float64(len([]rune(of.name))))
	default:
	}
	if text, ok := p.constantOf(of); ok {
		return integer(float64(len([]rune(text))))
	}
	if strings.HasPrefix(of.name, "{(") {
		if of.name == "{()}" {
			return integer(0)
		}
		return p.can(unknown("size("+of.name+")", nil))
	}
	v := unknown("size("+of.title()+")", nil)
	if of.elements() == nil { // a default changes elements of lists, but adds none
		v = unknown(sided(v.name, side, of), nil)
	}
	v.least, v.whole = 0, true
	if of.sure {
		v.sizeOf = &of
	}
	if of.shape == nil {
		v.sure = of.sure
	} else if of.sure || of.shape.Object() || of.shape.Items() != nil {
		v.sure = true
		v.least, v.greatest = of.shape.Size()
		if v.least == 0 && p.hasElement(of) {
			v.least = 1
		}
	}
	if v.sure {
		return v
	}
	return p.can(v)
}

// hasElement reports that the old side requires an element of a list.
func (p *prover) hasElement(of symbol) bool {
	return slices.ContainsFunc(p.asks, func(c comprehension) bool {
		return c.over == of.name && p.assumed[c.label] && (c.e.Text == "exists" || asksForOne(c.e))
	})
}

// method calls a method. Methods of strings cannot fail for strings.
func (p *prover) method(fn string, args []symbol, label string, side Side) symbol {
	if fn == "size" && len(args) == 1 {
		return p.size(args[0], side)
	}
	if args[0].only == number { // numbers have no other methods
		return symbol{kind: failed}
	}
	if len(args) == 2 && args[0].kind == opaque && args[0].sure && fn == "substring" && args[1].kind == number && args[1].num >= 0 && args[1].num <= 1000 {
		return p.substring(args[0], args[1], label)
	}
	if len(args) == 2 && args[0].sure && args[1].kind == text {
		if expression, ok := expressed(fn, args[1].name); ok {
			return p.ask(args[0], expression, label)
		}
	}
	v := unknown(label, nil)
	if len(args) == 2 && args[0].sure && args[1].sure && args[1].only != number && slices.Contains([]string{"startsWith", "endsWith", "contains", "split"}, fn) {
		return v
	}
	return p.can(v)
}

// ask reports whether a text matches a pattern.
func (p *prover) ask(of symbol, expression, label string) symbol {
	if of.kind != text {
		return p.matched(of, expression, label)
	}
	re, err := regexp.Compile(expression)
	return truth(err == nil && re.MatchString(of.name))
}
