// Package checker holds objects of manifests against a target: what of them the
// target no longer serves, deprecates or does not know, where that is written,
// and what to write instead.
//
// It owns the rules (a file a rule, named in registry.go), the facts that no API
// document tells (well-known labels, annotations and values, each with its source),
// and the tables that make checking cheap: [New] compiles them once, and an object
// without findings is checked without an allocation. It reads values only: surfaces
// and lifecycles come from who loads them. It must not import report or a source.
package checker
