package report

import (
	"html/template"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/page"
)

// htmlText escapes a text without markup.
func htmlText(s string) template.HTML {
	return template.HTML(template.HTMLEscapeString(escape.Plain(s))) //nolint:gosec // it is escaped
}

func inlineAll(lines []page.Line) []template.HTML {
	return slice.Map(lines, func(line page.Line) template.HTML { return line.Inline() })
}
