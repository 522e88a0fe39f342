// Package validate holds objects against the schemas of a target: the types of
// fields, what is required, what is allowed, and what no schema has.
//
// kin-openapi does the work that OpenAPI defines. This package owns what OpenAPI
// does not know: how the model's schemas become kin-openapi's, and Kubernetes' own
// extraRules - values that are integers or strings, quantities, times, embedded
// objects, fields that are kept though no schema has them, null that means nothing, defaults,
// lists that are maps or sets. Every error has the place of the node that it
// speaks of.
//
// It takes values and returns values. CEL rules (x-kubernetes-validations) and
// what only Go code of the API server checks are not evaluated; [Validator.Limits]
// says so.
package validate
