// Package diff compares two API surfaces: it decides what each side shows
// ([Options].IncludeDisabled), pairs what belongs together, runs the rules of
// package rule over the pairs, and says what could not be compared.
//
// It takes values and returns values: no I/O, no clock, no globals. It must not
// import changelog, report, net or os.
package diff
