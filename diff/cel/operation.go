package cel

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
		case op == "<" && a.least >= b.greatest, op == "<=" && a.least > b.greatest, p.sized(map[string]string{"<": "<=", "<=": "<"}[op], b, a):
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
