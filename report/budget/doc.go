// Package budget holds what GitHub takes of a report in each place, and makes
// markdown fit into it.
//
// It owns the numbers, each with its source, and the order in which a page loses
// what there is no room for: the least important first, whole lines only, and a
// line that says so. It must not know what a report is about: who writes a page
// says what its lines weigh.
package budget
