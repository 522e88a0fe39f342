// Package page is a report for people: a tree of blocks, which each report builds once, and a
// renderer for each of text, markdown and HTML.
//
// It owns the kinds of blocks, their form in each format, and the escaping: texts are unescaped,
// and each format escapes them in one place. A bounded page loses the blocks with the least weight
// (package budget). The package also owns the search, the filters and the head of all HTML pages,
// with a content security policy that allows only the style and the script of the page, by their
// hashes: no other script, no style attribute, no request. It must not know what a report is about.
package page
