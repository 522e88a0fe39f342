// Package prose makes untrusted markdown safe for a report. Anybody can write release notes,
// annotations and descriptions.
//
// It owns reading markdown into blocks and writing it again. The output contains only paragraphs,
// lists, quotes and fenced code: no HTML, no images, no headings, no tables, no links except to
// http, https and mailto, no mentions, and no line that a CI system would read as a command. In
// case of doubt, text is shown literally. The package takes and returns strings, and must not know
// what a release note is.
package prose
