// Package catalog is what kubedelta knows of Kubernetes' release notes without
// asking anybody: for each entry the pull request, release, section, SIGs, kinds,
// areas, and the identifiers that its text names, and for each API change between
// two minors the entries behind it, found with all texts at hand. It holds facts
// and no texts.
//
// It owns the embedded data and their encoding; generate makes them. It must not
// read anything else.
package catalog
