// Package layout fits text into the columns of a terminal: it breaks lines, pads
// cells and paints.
//
// It owns how wide a text is, where a line may break, and the colours of the
// severities. What it is given must be safe for a terminal already (report/escape),
// but for the colours that it painted itself. It must not know what a report is,
// and does not ask a terminal anything: the width is handed in.
package layout
