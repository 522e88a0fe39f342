package markup

import (
	"fmt"
	"html"
	"html/template"
	"strings"

	"github.com/kubedelta/kubedelta/report/prose"
)

// Blocks returns markdown from outside as HTML, as far as package prose allows it.
func Blocks(markdown string) template.HTML {
	var b strings.Builder
	write(&b, prose.Blocks(markdown), false)
	return template.HTML(b.String()) //nolint:gosec // each part of it was escaped when it was written
}

// write writes blocks. The first paragraph of an item has no element.
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

// noWidth separates characters that markdown would read as one mark. Package prose writes it. HTML
// does not need it, and searches in the page would not match.
const noWidth = "\u200b"

// text escapes text.
func text(s string) string { return html.EscapeString(strings.ReplaceAll(s, noWidth, "")) }
