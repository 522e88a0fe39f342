// Package page is what all HTML reports share, so that they look like one family:
// the head, the style sheet, the colours of severities, and the rule that a page
// needs nothing else.
//
// It owns the head with its content security policy, which lets through the style
// and the script of the page by their hashes and nothing else: no other script, no
// style attribute, no request. It must not know what a report is; text with markup
// comes into a page through package markup.
package page
