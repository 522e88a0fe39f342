// Package rule owns the rules that compare two API surfaces. Each rule is data (ID, title,
// severity, doc) and one small function, in a file named after the rule. registry.go lists all
// rules.
//
// A rule sees one pair of things and returns changes. It does no I/O and keeps no state. It
// compares an aspect only if both sides know it: the comparison calls [Rule.Needs] first. The
// package must not import changelog or report. The IDs of rules are an interface, because users'
// waivers name them, and never change.
package rule
