// Package validate validates objects against the schemas of a target: types, required fields,
// allowed values, and unknown fields.
//
// kin-openapi validates what OpenAPI defines. This package owns the rest: the conversion of the
// model's schemas to kin-openapi's, and the rules of Kubernetes that OpenAPI does not have:
// integers or strings, quantities, times, embedded objects, preserved unknown fields, null as a
// missing value, defaults, and lists that are maps or sets. Every error has the place of its node.
//
// It takes values and returns values. CEL rules (x-kubernetes-validations), and what only the API
// server's Go code validates, are not evaluated; [Validator.Limits] lists that.
package validate
