// Package markdown reads release notes in their printed form: whole
// CHANGELOG-1.XX.md files of kubernetes/kubernetes, and the bodies of single
// releases.
//
// It owns the grammar of entries: what a bullet, its continuation and its
// children are, and how the tail of pull requests, authors and SIGs is told from
// the text, in all forms that the release team's tool and hands have written
// since 1.5. It reads lines, not CommonMark: the files are not always what their
// authors meant, and one unclosed fence must not swallow the entries after it.
// It takes time linear in the text, whatever the text is.
//
// It must never do I/O, or draw facts from texts.
package markdown
