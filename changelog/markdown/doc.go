// Package markdown parses release notes in their printed form: whole CHANGELOG-1.XX.md files of
// kubernetes/kubernetes, and the bodies of single releases.
//
// It owns the grammar of notes: what a bullet, its continuation and its children are, and how the
// tail with pull requests, authors and SIGs is separated from the text, in all forms that the
// release team's tool and people have written since 1.5. It parses lines, not CommonMark, because
// the files often contain mistakes: one unclosed fence must not hide the notes after it. The cost
// is linear in the length of any text.
//
// It must not do I/O, or read facts from texts.
package markdown
