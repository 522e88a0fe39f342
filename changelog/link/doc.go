// Package link joins API changes with the release notes behind them.
//
// It owns the scoring: each pair of a change and an entry gets points for what
// the entry's text names of the change (group-version, kind, field, gate), for
// agreeing verbs and stages, and for words shared with the field's description;
// each point has a reason in words, which the report prints. What no entry names
// is linked by what stands beside it: the other changes of its group-version, its
// type, its feature gate. [Link] does it for a pair of releases, [Along] for a
// range of them. It also owns the opposite question, which API changes entries
// claim and the comparison does not show, and the SIGs of a change.
//
// It takes values and returns values, and must not know how notes were read or
// how links are shown.
package link
