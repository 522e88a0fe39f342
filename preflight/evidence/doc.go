// Package evidence has the types of what was read of a live cluster: objects reduced to what checks
// need, and for every kind of thing whether it was read, is not served, or could not be read and
// why. Package collect fills them.
//
// A check must look at the [Reading] of what it needs before it looks at the things themselves,
// because a list that was not read is empty. The package must not read or check anything.
package evidence
