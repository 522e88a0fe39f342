// Package check has the checks of preflight, one file for each, with a function from what was read
// of a cluster to the items of the check.
//
// It owns the checks, which are listed in registry.go and described in pages.md, the upstream rules
// of version skew, and facts that are in no API document, each with its source (facts.yaml, and the
// constants of the checks). It must not read a cluster, a file or a clock ([evidence.Evidence.At] is
// the time), and must not import report or a source.
//
// What was not read is a gap, for each resource, and turns a pass into unknown. A check does not
// apply to what the server does not serve. A finding is reported even if other things were not
// read. The frame around every check ensures that (frame.go).
package check
