// Package site makes a static site of what kubedelta knows: a page for each pair of
// minors, for each SIG and release, for each resource, type and feature gate, with a
// search and a comparison that work from files.
//
// It takes values and hands over files as values: it must not read or write anything.
// The pages are blocks and reports, which packages page and report write; what is here
// is which pages there are, their addresses, and what is on them. Addresses stay: a
// page of a release has the address that it had when it was the newest one.
package site
