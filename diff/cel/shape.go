package cel

import "github.com/kubedelta/kubedelta/diff/pattern"

// Presence tells whether objects have a property.
type Presence int

// What is known of a property.
const (
	Maybe Presence = iota
	Always
	Never
)

// Side is the state of an object that an expression sees: as the old definition's rules
// saw it, or as the new one's do, with what its defaults fill in.
type Side bool

// The sides.
const (
	Old Side = false
	New Side = true
)

// Shape is what is known of a value that the old schema let through.
type Shape interface {
	// Field gives a property, what is known of it, and whether the new side's value can be
	// another than the old side's, because of a default.
	Field(name string, side Side) (field Shape, presence Presence, differs bool)
	// Filled gives the literal of a scalar default that only the new side writes into a
	// property, with what is known of the value where the property was there; nil if the
	// old side does not have the property.
	Filled(name string) (literal string, field Shape, ok bool)
	// Items gives the elements of a list or the values of a map; nil if not known.
	Items() Shape
	// Keys reports that comprehensions go through the keys: the value is a map.
	Keys() bool
	// Unique reports that no two elements of a list have the same keys, or, where there are
	// none, the same value.
	Unique() (keys []string, ok bool)
	// Scalar reports that the value has one scalar type and is never null.
	Scalar() bool
	// Split gives what is known of the value as an integer, and as a string, where it is one
	// of the two; nil where it is not.
	Split() (whole, text Shape)
	// Object reports that the value is an object or a map, and never null.
	Object() bool
	// Stable reports that the value is the same on both sides.
	Stable() bool
	// Takes reports whether the value can be a string.
	Takes(text string) bool
	// Listed are the strings that the value can be, where it can be no others; else nil.
	Listed() []string
	// Range gives the least and the greatest number that the value can be.
	Range() (least, greatest float64)
	// Whole reports that the value is an integer.
	Whole() bool
	// Texts are the strings that the value can be.
	Texts() pattern.Texts
	// URL reports that the value has the format uri, which asks for the same as isURL does.
	URL() bool
	// Size gives the least and the greatest size of the value.
	Size() (least, greatest float64)
}
