package cel

// unrolled evaluates a comprehension over a list that is written out, element by element.
// all and exists are decided by one element whatever the others are, errors too; the other
// macros are errors where one element is (CEL specification, "Macros").
func (p *prover) unrolled(e *Expr, items []symbol, side Side, env bindings) symbol {
	variable, body := e.Args[1].Text, e.Args[2]
	var held []symbol
	var open, bad symbol
	for _, item := range items {
		v := p.eval(body, side, env.with(variable, item))
		if e.Text != "map" {
			v = p.asked(v)
		}
		switch {
		case e.Text == "all" && v.is(false), e.Text == "exists" && v.is(true):
			return v
		case v.kind == stuck && open.kind != stuck:
			open = v
		case v.kind == failed:
			bad = v
		case e.Text == "map":
			held = append(held, v)
		case v.is(true):
			held = append(held, item)
		}
	}
	switch {
	case open.kind == stuck:
		return open
	case bad.kind == failed:
		return bad
	case e.Text == "all", e.Text == "exists":
		return truth(e.Text == "all")
	case asksForOne(e):
		return truth(len(held) == 1)
	default:
		return symbol{kind: list, items: held}
	}
}
