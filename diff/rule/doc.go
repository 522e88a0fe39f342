// Package rule holds the rules by which two API surfaces are compared: each is
// data (ID, title, severity, doc) and one small function in a file named after
// it, listed in registry.go.
//
// A rule sees one pair of things and returns changes. It does no I/O, keeps no
// state, and checks an aspect only where both sides can speak of it: the
// comparison asks [Rule.Needs] before it calls. It must not import changelog or
// report. IDs are an interface for users' waivers and never change.
package rule
