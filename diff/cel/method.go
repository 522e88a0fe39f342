package cel

import (
	"regexp"
	"slices"
	"strings"
)

func (p *prover) size(of symbol, side Side) symbol {
	if of.only == number {
		return symbol{kind: failed}
	}
	switch of.kind {
	case list:
		return integer(float64(len(of.items)))
	case text:
		return integer(float64(len([]rune(of.name))))
	default:
	}
	if text, ok := p.constantOf(of); ok {
		return integer(float64(len([]rune(text))))
	}
	if strings.HasPrefix(of.name, "{(") {
		if of.name == "{()}" {
			return integer(0)
		}
		return p.can(unknown("size("+of.name+")", nil))
	}
	v := unknown("size("+of.title()+")", nil)
	if of.elements() == nil { // a default changes elements of lists, but adds none
		v = unknown(sided(v.name, side, of), nil)
	}
	v.least, v.whole = 0, true
	if of.sure {
		v.sizeOf = &of
	}
	if of.shape == nil {
		v.sure = of.sure
	} else if of.sure || of.shape.Object() || of.shape.Items() != nil {
		v.sure = true
		v.least, v.greatest = of.shape.Size()
		if v.least == 0 && p.hasElement(of) {
			v.least = 1
		}
	}
	if v.sure {
		return v
	}
	return p.can(v)
}

// hasElement reports that the old side requires an element of a list.
func (p *prover) hasElement(of symbol) bool {
	return slices.ContainsFunc(p.asks, func(c comprehension) bool {
		return c.over == of.name && p.assumed[c.label] && (c.e.Text == "exists" || asksForOne(c.e))
	})
}

// method calls a method. Methods of strings cannot fail for strings.
func (p *prover) method(fn string, args []symbol, label string, side Side) symbol {
	if fn == "size" && len(args) == 1 {
		return p.size(args[0], side)
	}
	if args[0].only == number { // numbers have no other methods
		return symbol{kind: failed}
	}
	if len(args) == 2 && args[0].kind == opaque && args[0].sure && fn == "substring" && args[1].kind == number && args[1].num >= 0 && args[1].num <= 1000 {
		return p.substring(args[0], args[1], label)
	}
	if len(args) == 2 && args[0].sure && args[1].kind == text {
		if expression, ok := expressed(fn, args[1].name); ok {
			return p.ask(args[0], expression, label)
		}
	}
	v := unknown(label, nil)
	if len(args) == 2 && args[0].sure && args[1].sure && args[1].only != number && slices.Contains([]string{"startsWith", "endsWith", "contains", "split"}, fn) {
		return v
	}
	return p.can(v)
}

// ask reports whether a text matches a pattern.
func (p *prover) ask(of symbol, expression, label string) symbol {
	if of.kind != text {
		return p.matched(of, expression, label)
	}
	re, err := regexp.Compile(expression)
	return truth(err == nil && re.MatchString(of.name))
}
