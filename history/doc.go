// Package history is the lifecycle of the API's parts over the releases: of each type and
// field the releases that have it, its stages, and what changed with the notes behind
// it; how releases declare metrics; and what release notes say of gates, flags and metrics.
//
// It owns the tables that are built in, which cmd/catalog makes of the catalog's
// surfaces, their comparisons and the release notes, and the search for a field by the
// name that a user writes. It takes values and returns values: it must not read
// anything else, and must not know how a lifecycle is shown.
package history

//go:generate go run ../cmd/catalog -C .. history
//go:generate go run ../cmd/catalog -C .. metrics
