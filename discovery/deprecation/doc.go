// Package deprecation reads descriptions of fields and types. It decides whether the text says that
// the field or type is deprecated, or that something else is.
//
// Only the description states this. Go's convention is a paragraph that begins with "Deprecated:"
// (https://go.dev/wiki/Deprecated), but descriptions contain the word in other forms, and about
// values, other fields and other APIs. The package must not know schemas.
package deprecation
