// Package link connects API changes with the release notes that describe them.
//
// It contains the scoring: each pair of a change and an entry gets points for what
// the entry's text names of the change (group-version, kind, field, gate), for
// verbs and stages that agree, and for words shared with the field's description.
// Each point has a reason in words, which the report prints. A change that no entry
// names is linked by related changes: those of its group-version, its type or its
// feature gate. [Link] does it for a pair of releases, [Steps] for a range of
// them. The package also finds API changes that entries claim and the comparison does
// not show, and the SIGs of a change.
//
// It takes values and returns values, and must not know how notes were read or
// how links are shown.
package link
