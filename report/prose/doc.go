// Package prose makes untrusted markdown safe to stand in a report: release
// notes, annotations and descriptions are written by anybody.
//
// It owns reading markdown into blocks and writing it again, so that what comes
// out is paragraphs, lists, quotes and fenced code and nothing else: no HTML, no
// images, no headings, no tables, no link but to http, https and mailto, no
// mention that calls a person, no line that a CI system takes for a command.
// Where it is in doubt, the text is shown as it is written. It takes and returns
// strings, and must not know what a release note is.
package prose
