// Package discovery has the model of a Kubernetes API surface: what an API server, or a release of
// Kubernetes, serves, and the schemas of its objects.
//
// It owns plain values ([Surface], [Group], [Resource], [Schema], [Lifecycle]) with a canonical
// order, so that equal surfaces encode to equal bytes. It must not do I/O or know file formats and
// servers, and must never import client-go, net/http or the diff package. Sources fill a Surface;
// all other packages only read it.
//
// Two types describe what is unknown. [Fidelity] says what a source can show at all (swagger v2 has
// no defaults, the resource tables of old releases have no verbs). [Incomplete] lists what a source
// should show but could not read. Unknown things must never be reported as removed.
package discovery
