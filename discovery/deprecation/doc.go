// Package deprecation reads descriptions of fields and types: does the text say
// that what it describes is deprecated, or does it speak of something else?
//
// Nothing but the description tells. Go's convention is a paragraph that begins
// with "Deprecated:" (https://go.dev/wiki/Deprecated), but descriptions also have
// the word in other forms, and about values, other fields and other APIs.
package deprecation
