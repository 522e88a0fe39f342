package cel

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// equality is the assumption that two values of the old side are equal. Defaults depend only on the
// value, so that the values are equal on the new side, too.
type equality struct {
	name        string
	kept, other string
}

// equated gives values that are assumed to be equal the same name, and so also everything that is
// read from them. Each step selects a shorter name, or a lesser one of the same length: with another
// order, self == self.lowerAscii() would replace self without end.
func (p *prover) equated(v symbol) symbol {
	if v.kind != opaque {
		return v
	}
	for i := 0; i < len(p.equalities); i++ {
		if e := p.equalities[i]; e.other == v.name && p.assumed[e.name] {
			v.name, i = e.kept, -1
		}
	}
	return p.notNull(v)
}

// notNull describes a value that is assumed not to be null.
func (p *prover) notNull(v symbol) symbol {
	if v.shape == nil || v.neverNull() {
		return v
	}
	null := literal("null")
	if yes, known := p.assumed[nameOfEquality(v, null)]; !known || yes {
		return v
	}
	if bare := v.shape.WithoutNull(); bare != nil {
		was := v
		v = unknown(v.name, bare)
		v.of, v.only = was.of, was.only
	}
	return v
}

// nameOfEquality names the assumption that two values are equal, of which none is a constant.
func nameOfEquality(a, b symbol) string {
	if shorter(b.title(), a.title()) {
		a, b = b, a
	}
	return "==(" + a.title() + ", " + b.title() + ")"
}

// shorter reports whether a name is shorter than another one, or lesser if both have the same length.
func shorter(a, b string) bool { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) < 0 }

// equals evaluates a == b, which never fails.
func (p *prover) equals(a, b symbol, side Side) symbol {
	if a.null() && b.neverNull() || b.null() && a.neverNull() {
		return truth(false)
	}
	if a.constant() && b.constant() {
		return truth(a.kind == b.kind && a.title() == b.title())
	}
	if a.kind == list && b.kind == list {
		return p.equalLists(a.items, b.items, side)
	}
	if a.constant() {
		a, b = b, a
	}
	if b.constant() {
		if b.kind == list && !a.exact() {
			// A set can be equal to several lists, and can be compared with the order on the new side.
			return p.assume(sided("==("+a.title()+", "+b.title()+")", side, a))
		}
		return p.equalsConstant(a, b)
	}
	return p.equalOpaque(a, b, side)
}

// equalOpaque is equals for values of which none is a constant.
func (p *prover) equalOpaque(a, b symbol, side Side) symbol {
	if a.title() == b.title() {
		return truth(true)
	}
	name := nameOfEquality(a, b)
	if !asksForNull(a, b) && sided(name, side, a, b) != name {
		return p.assume("new " + name)
	}
	if known, ok := p.decided(a, b, alike); ok {
		return known
	}
	if a.kind == opaque && b.kind == opaque && a.exact() && b.exact() {
		kept, other := a.title(), b.title()
		if shorter(other, kept) {
			kept, other = other, kept
		}
		p.equalities = slice.Add(p.equalities, equality{name, kept, other})
	}
	return p.assume(name)
}

// asksForNull reports that a value is compared with null, which both sides accept there or none. A
// default below the value does not matter.
func asksForNull(a, b symbol) bool {
	if a.null() {
		a, b = b, a
	}
	return b.null() && a.shape != nil && a.shape.WithoutNull() != nil
}

// exact reports that a value that is equal to another one can replace it.
func (v symbol) exact() bool { return v.shape == nil || v.shape.Exact() }

// sided adds "new" to the name of a computed value on the new side, if one of the values that it is
// computed from can differ there.
func sided(name string, side Side, from ...symbol) string {
	if side == New && slices.ContainsFunc(from, func(v symbol) bool { return !same(v) }) {
		return "new " + name
	}
	return name
}

// same reports that a value is the same on both sides.
func same(v symbol) bool {
	if v.kind == list {
		return !slices.ContainsFunc(v.items, func(item symbol) bool { return !same(item) })
	}
	return v.kind != opaque || v.sure || v.fixed || v.shape != nil && v.shape.Stable()
}

func (p *prover) equalsConstant(a, b symbol) symbol {
	prefix := "constant ==(" + a.title() + ", "
	name := prefix + b.title() + ")"
	if yes, known := p.assumed[name]; known && b.kind == text {
		return truth(yes) // lists of constants can be long
	}
	if b.kind == number {
		a = p.narrowed(a)
	}
	switch {
	case !a.sure:
	case b.kind == number && a.least == a.greatest && a.least == b.num:
		return truth(true)
	case b.kind == number && (b.num < a.least || b.num > a.greatest), b.kind == text && p.neverText(a, b.name):
		return truth(false)
	}
	p.left -= len(p.assumed) / 4
	for other, yes := range p.assumed {
		if yes && other != name && strings.HasPrefix(other, prefix) {
			return truth(false) // it is equal to another constant
		}
	}
	if b.kind == text && a.sure && a.shape != nil && p.noneBut(b.name, a.shape.Listed(), prefix) {
		return truth(true)
	}
	return p.assume(name)
}

// neverText reports that a string cannot have a given value.
func (p *prover) neverText(a symbol, text string) bool {
	p.left -= 5 // for the keywords of the shape
	return p.contradicts(a, text) || a.shape != nil && !a.shape.Takes(text)
}

// noneBut reports that all listed texts except one are assumed to be different from the value.
func (p *prover) noneBut(one string, listed []string, prefix string) bool {
	return len(listed) > 0 && !slices.ContainsFunc(listed, func(text string) bool {
		yes, known := p.assumed[prefix+strconv.Quote(text)+")"]
		return text != one && (!known || yes)
	})
}

func (p *prover) equalLists(a, b []symbol, side Side) symbol {
	if len(a) != len(b) {
		return truth(false)
	}
	var rest undecided
	for i := range a {
		v := p.equals(a[i], b[i], side)
		if v.is(false) {
			return v
		}
		rest.add(v)
	}
	return rest.or(truth(true))
}

// in evaluates a in b. A list contains no element that its schema rejects.
func (p *prover) in(a, b symbol, side Side) symbol {
	if b.kind == list {
		return p.among(a, b.items, side)
	}
	if items := b.elements(); a.kind == text && items != nil && items.Scalar() && !items.Takes(a.name) {
		return truth(false)
	}
	of := []symbol{a, b}
	if items := b.elements(); items != nil {
		of[1] = unknown("", items) // neither the order of the elements nor the type of the list matters
	}
	if a.kind == text && b.kind == opaque && b.shape != nil && b.shape.Keys() {
		if _, _, differs := b.shape.Field(a.name, side); !differs {
			of = nil // a default can change the value of a key, but adds none
		}
	}
	return p.asked(p.can(unknown(sided("in("+a.title()+", "+b.title()+")", side, of...), nil)))
}

// among evaluates a in [b, c].
func (p *prover) among(a symbol, items []symbol, side Side) symbol {
	var rest undecided
	for _, item := range items {
		v := p.equals(a, item, side)
		if v.is(true) {
			return v
		}
		rest.add(v)
	}
	return rest.or(truth(false))
}
