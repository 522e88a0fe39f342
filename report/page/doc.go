// Package page is a report as people read it: a tree of blocks, which whoever has a
// report builds once, and a writer for each of text, markdown and HTML.
//
// It owns what blocks there are, how each looks in a format, and the escaping: texts
// come as they are, and each format makes them safe in one place. A bounded page loses
// the blocks that weigh least (package budget). It also owns the head that all HTML
// pages share, with its content security policy, which lets through the style and the
// script of the page by their hashes and nothing else: no other script, no style
// attribute, no request. It must not know what a report is.
package page
