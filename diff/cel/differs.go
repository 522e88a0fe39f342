package cel

import "slices"

// Unchanged reports whether an expression has the same value on both sides for every object.
func Unchanged(e *Expr, self Shape) bool {
	v := unknown("self", self)
	return !differs(e, bindings{"self": v, "oldSelf": v})
}

// differs reports whether an expression can have another value on the new side, because it reads
// something that a default can change.
func differs(e *Expr, env bindings) bool {
	v, moved := reads(e, env)
	return moved || !same(v)
}

// reads returns the value that an expression reads, as far as shapes describe it. An unknown value
// has no shape. A value computed from unchanged values is unchanged.
func reads(e *Expr, env bindings) (v symbol, moved bool) {
	switch {
	case e.Kind == Ident:
		if v, ok := env[e.Text]; ok {
			return v, false
		}
		return computed(), false
	case e.Kind == Select, e.Kind == Index:
		return readsBelow(e, env)
	case e.Kind == Call && e.Text == "has" && len(e.Args) == 1:
		_, moved := reads(e.Args[0], env)
		return computed(), moved
	case e.Text == "in" && e.Kind == Call && len(e.Args) == 2:
		return computed(), differs(e.Args[0], env) || memberDiffers(e.Args[1], env)
	case binds(e):
		return comprehends(e, env)
	case (e.Kind == Call || e.Kind == Method) && e.Text == "size" && len(e.Args) == 1:
		if of, moved := reads(e.Args[0], env); ranged(of) != nil {
			return computed(), moved
		}
	}
	return computed(), slices.ContainsFunc(e.Args, func(a *Expr) bool { return differs(a, env) })
}

// memberDiffers reports whether the keys of a map, or the elements of a list without their order, can
// differ on the new side.
func memberDiffers(e *Expr, env bindings) bool {
	of, moved := reads(e, env)
	if of.keyed() {
		return moved
	}
	if items := ranged(of); items != nil {
		return moved || !same(unknown("", items))
	}
	return moved || !same(of)
}

// readsBelow handles a.b and a[b].
func readsBelow(e *Expr, env bindings) (v symbol, moved bool) {
	of, moved := reads(e.Args[0], env)
	switch items := ranged(of); {
	case e.Kind == Select && of.shape != nil:
		field, _, changed := of.shape.Field(e.Text, New)
		return unknown("", field), moved || changed
	case e.Kind == Index && items != nil:
		return unknown("", items), moved || differs(e.Args[1], env)
	case e.Kind == Index && of.shape != nil && of.shape.Keys() && of.shape.Items() != nil: // a value of a map
		return unknown("", of.shape.Items()), moved || differs(e.Args[1], env)
	default:
		return computed(), moved || !same(of) || e.Kind == Index && differs(e.Args[1], env)
	}
}

// ranged returns the elements of a value, even if the value is null on both sides: what a rule does
// with null is then the same.
func ranged(v symbol) Shape {
	if v.kind == opaque && v.shape != nil {
		v.shape = v.shape.WithoutNull()
	}
	return v.elements()
}

// computed returns a value that depends only on unchanged values.
func computed() symbol { return symbol{kind: boolean} }

// comprehends reports whether a comprehension reads something that changed. Of the elements it
// reads only what its body reads. A filter returns elements of its list.
func comprehends(e *Expr, env bindings) (v symbol, moved bool) {
	over, moved := reads(e.Args[0], env)
	of := ranged(over)
	items := unknown("", of)
	switch {
	case moved:
		return computed(), true
	case of != nil:
	case same(over), over.keyed():
		items = computed()
	default:
		return computed(), true
	}
	for _, a := range e.Args[2:] {
		if differs(a, env.with(e.Args[1].Text, items)) {
			return computed(), true
		}
	}
	if e.Text == "filter" && of != nil {
		return over, false
	}
	return computed(), false
}
