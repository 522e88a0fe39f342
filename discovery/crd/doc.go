// Package crd reads CustomResourceDefinition manifests, apiextensions.k8s.io/v1
// and v1beta1, into the surface that an API server would serve from them.
//
// It owns what apiextensions-apiserver does with a definition before a client
// sees it: the defaults of its names, the verbs of the resource and of its
// subresources, the schema as the server publishes it. A surface built from
// manifests and one read from the server that holds them say the same.
//
// A [Definition] also keeps the facts of a CRD that no API surface shows (the
// storage version, conversion, printer columns). The package must never check
// them, and never reach the network.
package crd
