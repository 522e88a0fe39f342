// Package discovery holds the model of one Kubernetes API surface: what an API
// server, or a release of Kubernetes, serves and what its objects look like.
//
// It owns plain values ([Surface], [Group], [Resource], [Schema], [Lifecycle])
// with a canonical order, so that equal surfaces encode to equal bytes. It does
// no I/O, knows no file format and no server, and must never import client-go,
// net/http or the diff package: sources fill a Surface, everything to the right
// of them only reads it.
//
// Two notions keep reports honest. [Fidelity] says what a source can speak
// about at all (swagger v2 knows no defaults, the resource tables of old
// releases know no verbs). [Incomplete] says what a source should have known
// but could not read. Neither may ever turn into "removed".
package discovery
