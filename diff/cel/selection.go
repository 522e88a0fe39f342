package cel

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
