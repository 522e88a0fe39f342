package cel

import "strconv"

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
