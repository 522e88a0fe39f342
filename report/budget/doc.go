// Package budget contains GitHub's limits for reports, and fits markdown into them.
//
// It owns the limits, each with its source, and the order in which a page loses what does not fit:
// the least important first, whole lines only, with a line that says so. It must not know what a
// report is about: the writer of a page gives the weights of its lines.
package budget
