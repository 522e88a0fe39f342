// Package catalog has the built-in data about Kubernetes' own APIs: what each minor release serves
// (from 1.23 on with schemas), and the lifecycle of each resource in each version.
//
// It owns the embedded data, which `task catalog` generates from the responses of real API servers,
// and for releases without such servers from published documents and resource tables. The data
// contain facts, no descriptions. The feature gates of fields come from Go types. Annotate adds the
// same data to surfaces from other sources. The package reads only its data, and must not import
// diff or report.
package catalog
