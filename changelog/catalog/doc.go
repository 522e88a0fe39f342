// Package catalog is what kubedelta knows of Kubernetes' release notes without
// asking anybody: for each entry the pull request, release, section, SIGs, kinds,
// areas, and the identifiers that its text names, and for each API change between
// two minors the entries behind it, found with all texts at hand. The texts of the
// entries, which are under the Apache License 2.0 of the Kubernetes project, are in
// files of their own, and read where they are printed.
//
// It owns the embedded data and their encoding; cmd/catalog makes them. It must not
// read anything else.
package catalog
