// Package cli is the program kubedelta: the tree of commands, its help and completion, and how a
// run begins and ends.
//
// Each command has a package below it. These packages do not import each other. What several
// commands need is in terminal, buildinfo, heap, ruleset, option, sources, notes, reports, scanning
// and rehearsal. All of them connect sources, comparison and reports, and must not do the work of
// these.
package cli
