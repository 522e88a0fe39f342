// Package fact reads facts from the text of a release note: the feature gates, flags, metrics,
// group-versions, kinds and fields that it names, what it says happened to them (graduated,
// deprecated, removed, renamed, …), and which of the names such a statement is about.
//
// The package owns these rules. A text is split into tokens and sentences once, and every rule
// walks over them; words.txt has the words and phrases of the rules. The text is untrusted, so the
// cost must be linear in its length. Kinds, fields and gates are recognized with a [Vocabulary] of
// API surfaces, the metrics that the source code of releases declares, and gates.txt, a list of
// gates that is generated from the notes of all releases.
//
// The package must not do I/O.
package fact
