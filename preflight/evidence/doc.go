// Package evidence is what was read of a live cluster, as plain values: objects
// reduced to what checks look at, and for every kind of thing whether it was read,
// is not served, or could not be read and why. Package collect fills it.
//
// A check must look at the [Reading] of what it needs before it looks at the
// things themselves: an empty list that was not read means nothing.
package evidence
