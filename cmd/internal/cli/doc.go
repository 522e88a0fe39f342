// Package cli is the program kubedelta: the tree of commands, its help and completion, and
// how a run begins and ends.
//
// Each command has a package below it. Packages of commands do not import each other: what
// several commands need is in terminal, buildinfo, heap, ruleset, option, sources, notes,
// reports, scanning and rehearsal. All of them wire sources, comparison and reports together
// and must do none of their work.
package cli
