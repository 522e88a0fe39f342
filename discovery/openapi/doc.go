// Package openapi reads OpenAPI v3 and swagger v2 documents of Kubernetes API servers into the
// schemas and resources of package discovery.
//
// It owns decoding and normalisation. It gives one form to equal meanings: references alone and in
// allOf, siblings of references, the order of required and enum, watch paths, and connect methods.
// It must not compare, fetch or validate, and must not know releases.
//
// # Why it has its own decoder
//
// A comparison reads two sets of 11 MB with mostly equal texts. The spec3 types of kube-openapi
// decode everything, and fail completely on a keyword with another type (a v3 discriminator).
// kin-openapi resolves all references and does not distinguish absent from zero. To decode api/v1
// of 1.35 (2 MB), kube-openapi takes twice and kin-openapi fourteen times as long as this package
// (go test -bench Decode ./discovery/openapi), and this package decodes equal texts of all
// documents and both sides once. The same code reads swagger v2, whose schemas have the same form,
// so that no conversion is needed. The surface's fidelity states what v2 cannot express (defaults,
// nullable, unions of types). The tests compare every schema of real documents with both libraries.
package openapi
