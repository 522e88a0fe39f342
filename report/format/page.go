package format

import (
	"io"

	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// Pages adds the formats for people. build returns the page for a format.
func (all Writers) Pages(build func(form string, o Options) page.Page) {
	all[Text] = func(w io.Writer, o Options) error { return page.WriteText(w, build(Text, o), o.Style()) }
	all[Wide] = all[Text]
	all[HTML] = func(w io.Writer, o Options) error { return page.WriteHTML(w, build(HTML, o)) }
	all[Markdown] = func(w io.Writer, o Options) error {
		return page.WriteMarkdown(w, build(Markdown, o), o.Limit, language.Words{}.LeftOut(o.Whole))
	}
}
