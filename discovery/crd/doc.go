// Package crd reads CustomResourceDefinition manifests, apiextensions.k8s.io/v1 and v1beta1, into
// the surface that an API server would serve.
//
// It owns what apiextensions-apiserver derives from a definition: the defaults of names, the verbs
// of the resource and its subresources, and the published schema. The surface of manifests equals
// the surface of a server that has them.
//
// A [Definition] also has the facts that no API surface shows (storage version, conversion, printer
// columns). The package must never validate them, and never use the network.
package crd
