// Package openapi reads OpenAPI v3 and swagger v2 documents of Kubernetes API
// servers into the schemas and resources of package discovery.
//
// It owns the decoding and the normalisations that make the ways of writing one
// thing one: bare references and references in allOf, siblings, the order of
// required and enum, watch paths, connect methods. It must not compare, fetch or
// check, and knows nothing of releases.
//
// # Why its own decoder
//
// A comparison reads two sets of 11 MB, of which most texts are equal. kube-openapi's
// spec3 types decode everything, and fail as a whole on one keyword that they
// type differently (a v3 discriminator); kin-openapi resolves all references and
// keeps no difference between absent and zero. Decoding api/v1 of 1.35 (2 MB)
// takes kube-openapi twice and kin-openapi fourteen times as long as this package
// (go test -bench Decode ./discovery/openapi), and this package decodes equal texts
// once over all documents of both sides. Swagger v2 is read by the same code: its
// schemas are written alike, so that no conversion is needed, and what v2 cannot
// say (defaults, nullable, unions of types) is left to the surface's fidelity.
// Both libraries are the oracles of the tests: every schema of real documents must
// decode to the same.
package openapi
