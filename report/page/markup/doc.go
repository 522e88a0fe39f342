// Package markup writes safe markdown as HTML: paragraphs, lists, quotes, code, emphasis, and links
// to the web.
//
// It owns reading the markdown that report/prose and the markdown report write, and is the only
// source of text with markup in HTML pages. Markup that it does not know is shown as text. For any
// input, it writes only its own elements, attributes and checked URLs. It must not know what a
// report is.
package markup
