// Package link links API changes to the release notes that describe them.
//
// It owns the scoring: each pair of a change and a note gets points for what the text names of the
// change (group-version, kind, field, gate), for verbs and stages that match, and for words shared
// with the field's description. Each point has a reason in words, which the report prints. A change
// that no note names is linked through related changes: those of its group-version, its type or its
// feature gate. [Link] links one pair of releases, [Steps] a range of releases. The package also
// finds API changes that notes claim and the comparison does not show.
//
// It takes values and returns values. It must not know how notes were read or how links are shown.
package link
