// Package catalog has the built-in release notes: for each note the pull request, release, section,
// SIGs, kinds, areas, and the names in its text, and for each API change between two minors the
// notes that describe it, which were found with all texts. The texts of the notes are licensed
// under the Apache License 2.0 by the Kubernetes project. They are in separate files, and are read
// where they are printed.
//
// It owns the embedded data and their encoding. cmd/catalog generates the data. The package must
// not read anything else.
package catalog
