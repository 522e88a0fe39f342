package cel

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
