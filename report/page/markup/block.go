package markup

import (
	"fmt"
	"html"
	"html/template"
	"strings"

	"github.com/kubedelta/kubedelta/report/prose"
)

// Blocks writes what somebody wrote as markdown, as far as package prose lets it through.
func Blocks(markdown string) template.HTML {
	var b strings.Builder
	write(&b, prose.Blocks(markdown), false)
	return template.HTML(b.String()) //nolint:gosec // each part of it was escaped when it was written
}

// write writes blocks. The first paragraph of an item stands bare.
func write(b *strings.Builder, blocks []prose.Block, item bool) {
	for i, one := range blocks {
		switch one.Kind {
		case prose.Code:
			b.WriteString("<pre><code>")
			for line := range strings.SplitSeq(one.Text, "\n") {
				b.WriteString(text(strings.TrimRight(line, " ")) + "\n")
			}
			b.WriteString("</code></pre>")
		case prose.Quote:
			if len(one.Items[0]) > 0 {
				b.WriteString("<blockquote>")
				write(b, one.Items[0], false)
				b.WriteString("</blockquote>")
			}
		case prose.List:
			list(b, one)
		default:
			content := read(one.Text, true)
			if !item || i > 0 {
				content = "<p>" + content + "</p>"
			}
			b.WriteString(content)
		}
	}
}

func list(b *strings.Builder, l prose.Block) {
	element, attributes := "ul", ""
	if l.Start >= 0 {
		element = "ol"
		if l.Start != 1 {
			attributes = fmt.Sprintf(` start="%d"`, l.Start)
		}
	}
	b.WriteString("<" + element + attributes + ">")
	for _, blocks := range l.Items {
		b.WriteString("<li>")
		write(b, blocks, true)
		if len(blocks) == 0 {
			b.WriteString("–")
		}
		b.WriteString("</li>")
	}
	b.WriteString("</" + element + ">")
}

// noWidth is what report/prose puts between two characters that markdown would
// read as one mark. HTML needs none, and it would stand in the way of a search.
const noWidth = "\u200b"

// text writes a text so that it means itself.
func text(s string) string { return html.EscapeString(strings.ReplaceAll(s, noWidth, "")) }
