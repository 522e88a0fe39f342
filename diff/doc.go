// Package diff compares two API surfaces. It selects what each side shows
// ([Options].IncludeDisabled), pairs the parts of both sides, runs the rules of package rule on the
// pairs, and lists what could not be compared.
//
// It does no I/O, reads no clock and has no global state. It must not import changelog, report, net
// or os.
package diff
