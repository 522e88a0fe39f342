// Package catalog is the built-in knowledge of Kubernetes' own APIs: for each
// minor release what it serves, from 1.23 on with the shapes of its objects,
// and the lifecycle of each version of each resource.
//
// It owns the embedded data, made by `task catalog` (package generate below)
// from what real API servers say, and for releases without one from published
// documents and resource tables: facts only, no prose. The gates of fields come
// from Go types. Annotate lends the same knowledge to surfaces read elsewhere. It reads
// nothing but what is embedded, and must not import diff or report.
package catalog
