// Package markup writes safe markdown as HTML: paragraphs, lists, quotes, code,
// emphasis, and links to the web.
//
// It owns the reading of the markdown that report/prose and the markdown report
// write, and is the only door by which text with markup comes into a page: what
// it does not know is shown as text. No element, attribute or address gets
// through that this package has not written itself, whatever it is given. It must
// not know what a report is.
package markup
