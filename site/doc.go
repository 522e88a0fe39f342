// Package site makes a static site from the data of kubedelta: a page for each pair of minor
// releases, for each SIG and release, and for each resource, type and feature gate, with a search
// and a comparison that load files.
//
// It takes values and returns files as values. It must not read or write anything. Packages page
// and report write the pages; this package decides which pages there are, their addresses, and what
// is on them. Addresses must not change: the page of a release keeps the address that it had when
// the release was the newest one.
package site
