// Package gomodule reads the API of a release of Kubernetes from the Go modules
// it publishes, for releases whose OpenAPI documents are not at hand.
//
// It owns the reader, a program in a module of its own that is compiled against
// one release's modules at a time ([Run]), the [Bundle] it writes, and the list
// of what API servers are known to serve beyond what those modules tell
// ([Bundle.Complete]). It is used when the catalog is generated, never when
// kubedelta runs; it must not import client-go or k8s.io/api into the main
// module.
//
// # What is read from where
//
// Resources, scope, verbs and subresources are what the typed clients of
// client-go, apiextensions-apiserver and kube-aggregator ask for when each of
// their methods is called. Which of them are still served is told by the
// APILifecycleRemoved methods of the types.
//
// Schemas are what kube-openapi would generate of the Go types: fields by
// reflection over JSON tags; descriptions from SwaggerDoc; list and map types,
// unions and defaults from the schema client-go merges applied configurations
// by; patch strategies from struct tags. The types of meta/v1, autoscaling/v1,
// apiextensions and apiregistration have published definitions, which are taken
// as they stand but for enums.
//
// # What it cannot know
//
//   - Required fields, enums, validations and formats given by comments
//     (+required, +enum, +k8s:…): the generator reads them from source text.
//     The types with published definitions do have their required fields.
//   - Query parameters and media types: clients do not ask for all of them.
//   - Subresources that no client has a method for, and verbs that clients have
//     no method for: see [Bundle.Complete].
//   - Descriptions where SwaggerDoc has none (IntOrString, types defined as
//     another package's type) or cuts them short (before a line of dashes or a
//     table, and it drops backslashes).
//   - Defaults and list types of types that cannot be applied, such as reviews.
//     Lists without a type are atomic, as in documents.
//   - Default values of list items, which documents up to 1.35 carry as zeros.
//   - Short names, singulars, categories, preferred versions.
//
// The tests hold the reading of 1.35 and 1.36 against the documents of those
// releases; each difference is named there with its reason.
package gomodule
