// Package rule owns the rules that compare two API surfaces. Each rule is a small function, which
// registry.go lists with its ID, and a page in pages.md: title, severity, documentation.
//
// A rule sees one pair of things and returns changes. It does no I/O and keeps no state. It
// compares an aspect only if both sides know it: the comparison calls [Rule.Needs] first. The
// package must not import changelog or report. The IDs of rules are an interface, because users'
// waivers name them, and never change.
package rule
