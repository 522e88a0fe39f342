package cel

// equality is the assumption that two values of the old side are equal. What a default
// fills in depends on the value alone, so that they are equal on the new side too.
type equality struct {
	name        string
	kept, other string
}

// mayEqual notes an equality that may be assumed, once.
func (p *prover) mayEqual(name, kept, other string) {
	for _, e := range p.equalities {
		if e.name == name {
			return
		}
	}
	p.equalities = append(p.equalities, equality{name, kept, other})
}

// equated gives the values that are assumed to be equal one name, and so all that is read
// of them. Names only become lesser, so that it ends.
func (p *prover) equated(v symbol) symbol {
	if v.kind != opaque {
		return v
	}
	for i := 0; i < len(p.equalities); i++ {
		if e := p.equalities[i]; e.other == v.name && p.assumed[e.name] {
			v.name, i = e.kept, -1
		}
	}
	return v
}
