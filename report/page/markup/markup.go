// Package markup writes safe markdown as HTML.
//
// It is the only source of text with markup in HTML pages. What is allowed is what package prose
// leaves of a text: paragraphs, lists, quotes, code, emphasis, and links to the web or mail. It
// must not know what a report is.
package markup

import (
	"bytes"
	"html"
	"strings"
	"sync"

	"github.com/yuin/goldmark"

	"github.com/kubedelta/kubedelta/report/prose"
)

// noWidth separates characters that markdown would read as one mark. Package prose writes it. HTML
// does not need it, and searches in the page would not match.
const noWidth = "\u200b"

// Blocks returns markdown from outside as HTML, as far as package prose allows it.
func Blocks(markdown string) string { return convert(prose.Markdown(markdown)) }

// Inline returns markdown of one line as HTML for a sentence.
func Inline(markdown string) string {
	return strings.TrimSuffix(strings.TrimPrefix(convert(prose.Inline(markdown)), "<p>"), "</p>")
}

// library is CommonMark. Extensions are not linked, because their package compiles patterns at each
// start of the program.
//
//nolint:gochecknoglobals // a constant.
var library = sync.OnceValue(func() goldmark.Markdown { return goldmark.New() })

// mostMarks is the most marks of emphasis in a text, as the time of goldmark grows with the square
// of their number. The longest release notes have a tenth of it.
const mostMarks = 2000

// convert returns safe markdown as HTML. Without its option for it, goldmark writes no HTML from
// the text.
func convert(safe string) string {
	var b bytes.Buffer
	marks := strings.Count(safe, "*") + strings.Count(safe, "_")
	if marks > mostMarks || library().Convert([]byte(safe), &b) != nil {
		return "<p>" + html.EscapeString(safe) + "</p>"
	}
	return strings.ReplaceAll(strings.TrimSpace(b.String()), noWidth, "")
}
