package cel

// plain rewrites optional selections (CEL's optional types, in Kubernetes since 1.29) as
// what they mean: has(a.?b.c) is has(a.b) && has(a.b.c), and a.?b.orValue(c) is
// has(a.b) ? a.b : c. Others stay as they are.
func plain(e *Expr) *Expr {
	switch {
	case e.Kind == Call && e.Text == "has" && len(e.Args) == 1:
		if guards, _ := optional(e.Args[0]); len(guards) > 0 {
			return allOf(guards)
		}
	case e.Kind == Method && len(e.Args) > 0 && (e.Text == "orValue" || e.Text == "hasValue" || e.Text == "value"):
		guards, value := optional(e.Args[0])
		switch {
		case len(guards) == 0:
		case e.Text == "orValue" && len(e.Args) == 2:
			return &Expr{Call, "?:", []*Expr{allOf(guards), value, plain(e.Args[1])}}
		case e.Text == "hasValue" && len(e.Args) == 1:
			return allOf(guards)
		case e.Text == "value" && len(e.Args) == 1:
			return value
		}
	}
	out := &Expr{Kind: e.Kind, Text: e.Text}
	for _, a := range e.Args {
		out.Args = append(out.Args, plain(a))
	}
	return out
}

// optional gives the selections of a chain that begins with an optional one: what must be
// there for it to have a value, and the value. No guards: it is no such chain.
func optional(e *Expr) (guards []*Expr, value *Expr) {
	if len(e.Args) == 0 {
		return nil, nil
	}
	guards, of := optional(e.Args[0])
	field, own := e.Text, e.Kind == Call && len(e.Text) > 2 && e.Text[:2] == "?."
	if own {
		field = e.Text[2:]
	}
	switch {
	case own || e.Kind == Select && len(guards) > 0:
		if len(guards) == 0 {
			of = plain(e.Args[0])
		}
		value = &Expr{Select, field, []*Expr{of}}
		return append(guards, &Expr{Call, "has", []*Expr{value}}), value
	case e.Kind == Call && e.Text == "[?]" && e.Args[1].Kind == Literal && e.Args[1].Text[0] == '"': // of a map
		if len(guards) == 0 {
			of = plain(e.Args[0])
		}
		return append(guards, &Expr{Call, "in", []*Expr{e.Args[1], of}}), &Expr{Index, "", []*Expr{of, e.Args[1]}}
	default:
		return nil, nil
	}
}

func allOf(list []*Expr) *Expr {
	if len(list) == 1 {
		return list[0]
	}
	return &Expr{Call, "&&", list}
}
