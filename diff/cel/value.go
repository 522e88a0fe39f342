package cel

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

// kind is what is known about a value.
type kind int

const (
	// opaque: only the name is known, and the shape if it is not nil.
	opaque kind = iota
	// stuck: the value depends on an assumption that was not made. The name is that of the
	// assumption.
	stuck
	// failed: the evaluation is an error, and the API server rejects the object.
	failed
	boolean
	number // an integer that a float64 represents exactly
	text
	list
)

// exact is the limit up to which a float64 represents all integers.
const exact = 1 << 53

type symbol struct {
	kind  kind
	name  string
	truth bool
	num   float64
	items []symbol
	shape Shape
	// least and greatest are the bounds of an opaque number. sure reports that the value has one
	// scalar type.
	least, greatest float64
	sure            bool
	// only is the type of an opaque value that is examined as a number or as a text only.
	only kind
	// sizeOf is the value whose size an opaque number is.
	sizeOf *symbol
	// of is the name of the list that contains the value; "" if it is not known.
	of string
	// whole reports that an opaque number is an integer.
	whole bool
	// fixed reports that an opaque value is the same on both sides.
	fixed bool
	// from is the text whose substring an opaque text is, without the first skipped runes.
	from    *symbol
	skipped int
}

func truth(b bool) symbol { return symbol{kind: boolean, truth: b, name: strconv.FormatBool(b)} }

func integer(n float64) symbol {
	return symbol{kind: number, num: n, name: strconv.FormatFloat(n, 'f', -1, 64), least: n, greatest: n, sure: true}
}

func unknown(name string, shape Shape) symbol {
	v := symbol{name: name, shape: shape, least: math.Inf(-1), greatest: math.Inf(1)}
	if shape != nil && shape.Scalar() {
		v.sure = true
		v.least, v.greatest = shape.Range()
		v.whole = shape.Whole()
	}
	return v
}

// computedSame returns a value that no default changes.
func computedSame(name string) symbol {
	v := unknown(name, nil)
	v.fixed = true
	return v
}

// bounded reports that a value is a number in a range that a float64 represents exactly, so that it
// can be added to another one.
func (v symbol) bounded() bool {
	return v.sure && v.kind != text && v.least > -exact/2 && v.greatest < exact/2
}

func (v symbol) zero() bool { return v.kind == number && v.num == 0 }

func (v symbol) is(b bool) bool { return v.kind == boolean && v.truth == b }

// not returns the opposite of a boolean, and any other value unchanged.
func (v symbol) not() symbol {
	if v.kind != boolean {
		return v
	}
	return truth(!v.truth)
}

// settled reports that a value is neither an error nor stuck.
func (v symbol) settled() bool { return v.kind != failed && v.kind != stuck }

func (v symbol) constant() bool {
	if v.kind == list {
		return !slices.ContainsFunc(v.items, func(item symbol) bool { return !item.constant() })
	}
	return v.kind == boolean || v.kind == number || v.kind == text
}

func (v symbol) null() bool { return v.kind == opaque && v.name == "null" }

func (v symbol) neverNull() bool {
	return v.constant() || v.kind == list || v.kind == opaque && (v.sure || v.shape != nil && (v.shape.Object() || v.shape.Items() != nil))
}

// url reports that a value is never null and has the format uri.
func (v symbol) url() bool { return v.kind == opaque && v.sure && v.shape != nil && v.shape.URL() }

// elements describes the elements of a list; nil for other values.
func (v symbol) elements() Shape {
	if v.kind != opaque || v.shape == nil || v.shape.Keys() {
		return nil
	}
	return v.shape.Items()
}

// keyed reports that a value is a map that has the same keys on both sides.
func (v symbol) keyed() bool {
	if v.kind != opaque || v.shape == nil || !v.shape.Keys() {
		return false
	}
	_, _, differs := v.shape.Field("", New)
	return !differs
}

// literal reads a literal. All except booleans, strings and small integers are opaque.
func literal(canonical string) symbol {
	switch {
	case canonical == "true" || canonical == "false":
		return truth(canonical == "true")
	case canonical[0] == '"':
		if s, err := strconv.Unquote(canonical); err == nil {
			return symbol{kind: text, name: s, sure: true}
		}
	case !strings.ContainsAny(canonical, ".euxb\""):
		if n, err := strconv.ParseFloat(canonical, 64); err == nil && math.Abs(n) < exact {
			return integer(n)
		}
	}
	return unknown(canonical, nil)
}

// title returns the name of a value, for the names of values that depend on it.
func (v symbol) title() string {
	switch v.kind {
	case text:
		return strconv.Quote(v.name)
	case list:
		return "[" + titles(v.items) + "]"
	default:
		return v.name
	}
}

func titles(values []symbol) string {
	return strings.Join(slice.Map(values, symbol.title), ", ")
}
