// Package layout fits text into the columns of a terminal: it folds lines, pads cells and adds
// colours.
//
// It owns the width of text, the places where a line can break, and the colours of severities. Its
// input must be safe for a terminal (report/escape), except for its own colours. It must not know
// what a report is, and gets the width as a parameter.
package layout
