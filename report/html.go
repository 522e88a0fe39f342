package report

import (
	"bufio"
	_ "embed"
	"html/template"
	"io"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

var (
	//go:embed html/page.html
	htmlBody string
	//go:embed html/page.css
	htmlStyles string
	//go:embed html/page.js
	htmlScript string
)

// HTML writes the report as one page without other files or requests. Its script searches and
// filters; without the script, everything is visible.
//
// html/template escapes each value by context. It does not remove characters that change the
// direction of text, so texts go through escape.Plain before. Only package markup makes text with
// markup.
func HTML(w io.Writer, r *Report) error { return HTMLIn(w, r, page.Frame{}) }

// Assets returns the style sheet and the script of the page of a report, which it needs beside the
// style sheet of every page. A site serves them as files that its frame names.
func Assets() (style, script string) { return htmlStyles, htmlScript }

// HTMLIn writes the report as a page of a site.
func HTMLIn(w io.Writer, r *Report, f page.Frame) error {
	words := r.words()
	t, err := template.New("page").Funcs(template.FuncMap{
		"t": func(key string, args ...any) (string, error) {
			return lookUp(key, func(k language.Key) string { return words.Text(k, args...) })
		},
	}).Parse(htmlBody)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	if err := t.Execute(out, newHTMLPage(r, f)); err != nil {
		return err
	}
	return out.Flush()
}

// htmlPage is the data of the template.
type htmlPage struct {
	Top, Script  template.HTML
	Nav, Foot    template.HTML
	Title, Scope string
	// Tool is the program that made the report.
	Tool string
	// Notes is set in a report about the notes, which has another order of parts.
	Notes bool
	// Lines are sentences below the scope about what the notes lack.
	Lines    []string
	Contents []htmlLink
	Facets   []htmlFacet
	// Changes and Entries are the totals of the script's counts.
	Changes, Entries int

	API    *htmlAPI
	Waived []htmlChange

	Highlights *htmlHighlights
	Themes     []htmlProse
	Issues     []htmlProse
	Advisories []htmlProse
	Said       *htmlEntries
	Claims     []template.HTML
	// HasLimits shows the part about what was not compared, even if it is empty.
	HasLimits bool
	Limits    []string
	Rules     []htmlRule
}

// htmlLink is a link within the page.
type htmlLink struct {
	Text   template.HTML
	Anchor string
	N      int
}

// htmlWriter collects the data of the page.
type htmlWriter struct {
	r     *Report
	w     language.Words
	in    wording
	index *htmlIndex
	// taken are the anchors in use.
	taken map[string]bool
	// entries maps pull requests to the anchors of their entries on the page.
	entries map[int]string
	// texts are the entries that only changes link to, by pull request.
	texts map[int]*Note
	rules map[string]bool
	// printed are the entries that are already on the page.
	printed map[string]bool
}

func newHTMLPage(r *Report, f page.Frame) htmlPage {
	h := &htmlWriter{r: r, w: r.words(), in: wording{r.words()}, taken: map[string]bool{}, entries: map[int]string{}, texts: map[int]*Note{}, rules: map[string]bool{}, printed: map[string]bool{}}
	h.index = newHTMLIndex(h)
	h.anchorEntries()
	p := htmlPage{
		Title: escape.Plain(r.Title()), Scope: escape.Plain(r.Scope()), Tool: escape.Plain(r.Tool.String()),
		Nav: f.NavHTML(), Foot: f.FootHTML(), Notes: r.Subject == SubjectNotes && r.NotesScope != nil, Changes: len(r.Changes), Facets: h.index.facets[:],
	}
	if p.Notes {
		p.Scope = escape.Plain(r.notesLine(h.w))
		p.Lines = slice.Map(r.NotesScope.gaps(true, h.w), escape.Plain)
	}
	if !p.Notes || r.compared() && r.NotesScope.APIDiff != APIDiffNone {
		p.API = h.api(p.Notes)
	}
	if !p.Notes {
		p.Waived = h.waived()
	}
	h.saidOf(&p)
	h.limitsOf(&p)
	p.Rules = h.rulePages()
	p.Contents = h.contents(&p)
	p.Top, p.Script = page.Head{Language: h.w.Tag(), Title: p.Title, Styles: htmlStyles, Script: htmlScript, Frame: f}.HTML()
	return p
}

// anchor reserves an ID; it returns "" if the ID is in use.
func (h *htmlWriter) anchor(name string) string {
	if name == "" || h.taken[name] {
		return ""
	}
	h.taken[name] = true
	return name
}

// htmlText escapes a text without markup.
func htmlText(s string) template.HTML {
	return template.HTML(template.HTMLEscapeString(escape.Plain(s))) //nolint:gosec // it is escaped
}

func inlineAll(lines []page.Line) []template.HTML {
	return slice.Map(lines, func(line page.Line) template.HTML { return line.Inline() })
}
