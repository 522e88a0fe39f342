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

// HTML writes the report as one page that needs nothing else: no other file, no
// request. Its script searches and filters; without it all is there and open.
//
// html/template escapes each value for its place. Texts go through escape.Plain
// before, since it lets through what turns the direction of writing; text with
// markup comes from package markup alone.
func HTML(w io.Writer, r *Report) error { return HTMLIn(w, r, page.Frame{}) }

// Assets are the style sheet and the script of the page of a report, beside the style
// of every page: the files of a site whose frame names them.
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

// htmlPage is what the template is given.
type htmlPage struct {
	Top, Script  template.HTML
	Nav, Foot    template.HTML
	Title, Scope string
	// Tool made the report.
	Tool string
	// About the notes: the parts stand in another order.
	Notes bool
	// Lines are sentences below the scope: what the notes lack.
	Lines    []string
	Contents []htmlLink
	Facets   []htmlFacet
	// Totals are what the script counts against.
	Changes, Entries int

	API    *htmlAPI
	Waived []htmlChange

	Highlights *htmlHighlights
	Themes     []htmlProse
	Issues     []htmlProse
	Advisories []htmlProse
	Said       *htmlEntries
	Claims     []template.HTML
	// HasLimits: what was not compared has a part, if only to say that it is
	// nothing.
	HasLimits bool
	Limits    []string
	Rules     []htmlRule
}

// htmlLink leads to a place of the page.
type htmlLink struct {
	Text   template.HTML
	Anchor string
	N      int
}

// htmlWriter gathers what stands on the page.
type htmlWriter struct {
	r     *Report
	w     language.Words
	in    wording
	index *htmlIndex
	// taken are the anchors that something has.
	taken map[string]bool
	// entries leads from a pull request to the anchor of its entry on the page.
	entries map[int]string
	// texts are the entries that only changes lead to, by pull request.
	texts map[int]*Note
	rules map[string]bool
	// printed are the entries that stand on the page already.
	printed map[string]bool
}

func newHTMLPage(r *Report, f page.Frame) htmlPage {
	h := &htmlWriter{r: r, w: r.words(), in: wording{r.words()}, taken: map[string]bool{}, entries: map[int]string{}, texts: map[int]*Note{}, rules: map[string]bool{}, printed: map[string]bool{}}
	h.index = newHTMLIndex(h)
	h.anchorEntries()
	p := htmlPage{
		Title: escape.Plain(r.Title()), Scope: escape.Plain(r.Scope()), Tool: escape.Plain(r.Tool.String()),
		Nav: f.NavHTML(), Foot: f.FootHTML(), Notes: r.Subject == SubjectNotes && r.NotesScope != nil, Changes: len(r.Changes), Facets: h.index.facets(),
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

// anchor is an id that nothing else has; "" where it is taken.
func (h *htmlWriter) anchor(name string) string {
	if name == "" || h.taken[name] {
		return ""
	}
	h.taken[name] = true
	return name
}
