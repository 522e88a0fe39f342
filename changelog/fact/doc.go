// Package fact draws from the text of a release note what it states: the
// feature gates, flags, metrics, group-versions, kinds and fields that it names,
// what it says became of them (graduated, deprecated, removed, renamed, …), and
// which of the names such a statement is about: those in the clause with the
// verb, not all that the text has.
//
// It owns the rules of reading. A text is cut into tokens and sentences once,
// and every rule walks over those, so that the cost is linear in the text, which
// is not trusted. What is a kind, a field or a gate comes from a [Vocabulary] of
// API surfaces, from the metrics that the source of releases declares, and from a list
// of gates, gates.txt, that is generated from the notes of all releases.
//
// It must not do I/O, and does not know of which release a text speaks: what is
// told of the past or the future is told apart by the words alone.
package fact
