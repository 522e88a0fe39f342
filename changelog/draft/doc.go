// Package draft reads machine-readable release notes: the JSON that the release
// team publishes since 1.14, one object for each pull request, and the maps in
// YAML with which the team edits notes before a release.
//
// It owns what the forms of the years have in common, and the cleaning of texts:
// drafts hold what authors typed into their pull requests, template and all. One
// entry that cannot be read must not cost the others; it is named in the
// document's statistics.
//
// It must never do I/O, or draw facts from texts; of the links that authors gave
// with a note it reads the numbers of KEPs and CVEs.
package draft
