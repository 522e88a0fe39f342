// Package history has the lifecycle of the parts of the API over the releases: the releases that
// have each type and field, their stages, and what changed with the release notes of each change;
// how releases declare metrics; and what release notes say about feature gates, flags and metrics.
//
// It owns the built-in tables, which cmd/catalog makes from the catalog, comparisons of releases,
// and release notes, and the search for a field by the name that a user writes. It takes values and
// returns values. It must not read anything else, and must not depend on how a lifecycle is shown.
package history

//go:generate go run ../cmd/catalog -C .. history
//go:generate go run ../cmd/catalog -C .. metrics
