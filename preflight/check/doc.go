// Package check is what preflight looks at, a check a file: the check as data and
// one function from what was read of a cluster to what stands in the way.
//
// It owns the checks, named in registry.go, the upstream rules of version skew in
// numbers, and small tables of facts that no API document tells (runtimes, CoreDNS,
// kubeadm, ends of life), each with its source. It checks values: it must not read
// a cluster, a file or a clock ([evidence.Evidence.At] is the time), and must not
// import report or a source.
//
// What was not read is a gap, resource by resource, and makes a pass unknown; what
// the server does not serve does not apply. What is proven is reported all the
// same. The frame around every check sees to that (frame.go).
package check
