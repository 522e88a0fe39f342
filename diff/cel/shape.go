package cel

import "github.com/kubedelta/kubedelta/diff/pattern"

// Presence is whether objects have a property.
type Presence int

// What is known about a property.
const (
	Maybe Presence = iota
	Always
	Never
)

// Side is the object that an expression reads: as the rules of the old definition read it, or as
// those of the new one do, with its defaults.
type Side bool

// The sides.
const (
	Old Side = false
	New Side = true
)

// Shape describes a value that the old schema accepted.
type Shape interface {
	// Field returns a property and its presence. differs reports that a default can change its
	// value on the new side.
	Field(name string, side Side) (field Shape, presence Presence, differs bool)
	// Filled returns the literal of a scalar default that only the new side sets for a property.
	// field describes the value if the property was set; nil if the old side does not have the
	// property.
	Filled(name string) (literal string, field Shape, ok bool)
	// WithoutNull describes the value if it is not null; nil if only one side accepts null.
	WithoutNull() Shape
	// Items describes the elements of a list or the values of a map; nil if they are not known.
	Items() Shape
	// Keys reports that the value is a map, so that comprehensions range over its keys.
	Keys() bool
	// Unique reports that no two elements of a list have the same keys; without keys, that no two
	// are equal.
	Unique() (keys []string, ok bool)
	// Scalar reports that the value has one scalar type and is never null.
	Scalar() bool
	// Retyped reports that a scalar has another CEL type on the new side, because of its format.
	Retyped() bool
	// Exact reports that two values that are equal on the old side are equal on the new side, too,
	// and that everything that is read from them is equal.
	Exact() bool
	// Split describes the value as an integer and as a string, if it is one of the two; nil if it
	// is not.
	Split() (whole, text Shape)
	// Object reports that the value is an object or a map, and never null.
	Object() bool
	// Stable reports that the value is the same on both sides.
	Stable() bool
	// Takes reports whether the value can be a given string.
	Takes(text string) bool
	// Listed returns the strings that the value can be; nil if there can be others.
	Listed() []string
	// Range returns the minimum and the maximum of a number.
	Range() (least, greatest float64)
	// Whole reports that the value is an integer.
	Whole() bool
	// Texts returns the strings that the value can be.
	Texts() pattern.Texts
	// URL reports that the value has the format uri, which requires the same as isURL.
	URL() bool
	// Size returns the minimum and the maximum size of the value.
	Size() (least, greatest float64)
}
