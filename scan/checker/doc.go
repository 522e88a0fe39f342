// Package checker checks objects of manifests against a target: what in them the target no longer
// serves, deprecates or does not know, where it is, and what to write instead.
//
// It owns the rules, the facts that no API document has (well-known labels, annotations and values,
// each with its source), and the tables that make checks cheap: [New] compiles them once, and an
// object without findings is checked without an allocation. It reads values only; the caller loads
// surfaces and lifecycles. It must not import report or a source.
package checker
