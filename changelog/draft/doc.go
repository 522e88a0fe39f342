// Package draft parses machine-readable release notes: the JSON that the release team has published
// since 1.14, with one object per pull request, and the maps in YAML with which the team edits
// notes before a release.
//
// It owns the differences between the forms of the years, and the cleaning of texts, because drafts
// contain what authors typed into their pull requests, including the template. If one entry cannot
// be read, the others are still read. The failed entry is listed in the document's statistics.
//
// It must not do I/O, or read facts from texts and links.
package draft
