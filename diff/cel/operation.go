package cel

import (
	"strconv"
	"strings"
)

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

// narrowed returns a number with the bounds from the assumptions about it.
func (p *prover) narrowed(v symbol) symbol {
	if v.kind != opaque || !v.sure {
		return v
	}
	step := 0.0
	if v.whole {
		step = 1
	}
	p.left -= len(p.assumed) / 4
	for name, yes := range p.assumed {
		op, arguments, _ := strings.Cut(name, "(")
		arguments, ok := strings.CutSuffix(arguments, ")")
		if !ok || op != "<" && op != "<=" && op != "constant ==" {
			continue
		}
		if text, ok := strings.CutPrefix(arguments, v.title()+", "); ok {
			if n, err := strconv.ParseFloat(text, 64); err == nil {
				v.below(op, n, yes, step)
			}
		} else if text, ok := strings.CutSuffix(arguments, ", "+v.title()); ok && op != "constant ==" {
			opposite := "<" // n <= v is the opposite of v < n
			if op == "<" {
				opposite = "<="
			}
			if n, err := strconv.ParseFloat(text, 64); err == nil {
				v.below(opposite, n, !yes, step)
			}
		}
	}
	return v
}

// below applies the assumption that the value is (or is not) below a number, or equal to it.
func (v *symbol) below(op string, n float64, yes bool, step float64) {
	switch {
	case op == "constant ==" && yes:
		v.least, v.greatest = n, n
	case op == "constant ==":
	case op == "<" && yes:
		v.greatest = min(v.greatest, n-step)
	case yes:
		v.greatest = min(v.greatest, n)
	case op == "<":
		v.least = max(v.least, n)
	default:
		v.least = max(v.least, n+step)
	}
}

// relation is a set of relations that two values can have.
type relation int

const (
	lesser relation = 1 << iota
	alike
	greater
)

// relate returns the relations that two values of one scalar type can have under the assumptions
// about comparisons of the same two values.
func (p *prover) relate(a, b symbol) relation {
	can := lesser | alike | greater
	if a.title() == b.title() {
		return alike
	}
	for _, known := range []struct {
		op    string
		a, b  symbol
		means relation
	}{
		{"<", a, b, lesser}, {"<=", a, b, lesser | alike}, {"<", b, a, greater}, {"<=", b, a, greater | alike},
		{"==", a, b, alike}, {"==", b, a, alike},
	} {
		yes, ok := p.assumed[known.op+"("+known.a.title()+", "+known.b.title()+")"]
		switch {
		case ok && yes:
			can &= known.means
		case ok:
			can &^= known.means
		}
	}
	return can
}

// decided returns whether two values have one of some relations; not ok if the assumptions do not
// decide that. Values that are not of one scalar type may not be comparable.
func (p *prover) decided(a, b symbol, means relation) (v symbol, ok bool) {
	if !a.sure || !b.sure {
		return v, false
	}
	switch can := p.relate(a, b); {
	case can&^means == 0:
		return truth(true), true
	case can&means == 0:
		return truth(false), true
	default:
		return v, false
	}
}

// quantities compares quantity(string(n)) and quantity('1') as numbers. n is an integer.
func (p *prover) quantities(e *Expr, side Side, env bindings) (v symbol, ok bool) {
	op := map[string]string{"isLessThan": "<", "isGreaterThan": ">"}[e.Text]
	if op == "" || len(e.Args) != 2 {
		return v, false
	}
	var numbers [2]symbol
	for i, a := range e.Args {
		if numbers[i], ok = p.amount(a, side, env); !ok {
			return v, false
		}
	}
	return p.operation(op, numbers[0], numbers[1], side), true
}

// amount returns the integer value of a quantity; not ok if it may not be an integer.
func (p *prover) amount(e *Expr, side Side, env bindings) (v symbol, ok bool) {
	if e.Kind != Call || e.Text != "quantity" || len(e.Args) != 1 {
		return v, false
	}
	switch of := e.Args[0]; {
	case of.Kind == Literal:
		n, err := strconv.ParseInt(literal(of.Text).name, 10, 53)
		return integer(float64(n)), err == nil
	case of.Kind == Call && of.Text == "string" && len(of.Args) == 1:
		v = p.eval(of.Args[0], side, env)
		return v, v.kind == number || v.kind == opaque && v.sure && v.whole
	default:
		return v, false
	}
}
