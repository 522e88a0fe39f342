package report

import (
	"html/template"
	"strings"

	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page/markup"
	"github.com/kubedelta/kubedelta/report/prose"
)

// htmlInk writes the parts of an entry as markdown, which package markup makes
// HTML of: what the markdown report says of an entry, the page says as well.
func htmlInk(w language.Words) ink {
	in := markdownInk(w)
	in.name = htmlSpan
	return in
}

// htmlSpan is a code span that shows a name as it is, bars and all: it stands in
// no table of markdown.
func htmlSpan(s string) string {
	s = escape.Plain(s)
	if strings.TrimSpace(s) == "" {
		return ""
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// htmlText is a text without markup.
func htmlText(s string) template.HTML {
	return template.HTML(template.HTMLEscapeString(escape.Plain(s))) //nolint:gosec // it is escaped
}

// htmlProseText is what somebody wrote, with its markup as far as it is safe.
func htmlProseText(text string) template.HTML { return markup.Blocks(prose.Markdown(text)) }

func inlineAll(lines []string) (out []template.HTML) {
	for _, line := range lines {
		out = append(out, markup.Inline(line))
	}
	return out
}
