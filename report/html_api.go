package report

import (
	"cmp"
	"html/template"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page/markup"
)

// htmlAPI is the comparison of the APIs.
type htmlAPI struct {
	// Title and Scope are set if the comparison is a part of a report about notes.
	Title, Scope string
	Lines        []string
	Unread       []string
	Counts       []htmlCounts
	Table        []htmlTableRow
	Sections     []htmlCounts
	Severities   *htmlChart
	Groups       *htmlChart
	Parts        []htmlPart
	None         string
	Reworded     string
	Matrix       *htmlMatrix
}

// htmlCounts counts the changes of a severity or section. Anchor links to them.
type htmlCounts struct {
	Class, Name, Anchor string
	N                   int
}

type htmlTableRow struct {
	Name  string
	Cells []htmlCounts
}

// htmlPart is the changes of a severity, by section.
type htmlPart struct {
	Class, Title, Anchor string
	N                    int
	Sections             []htmlSection
}

type htmlSection struct {
	Title   string
	Changes []htmlChange
}

// api returns the comparison, by severity, so that breaking changes come first. Within a severity
// it has the sections of the other formats.
func (h *htmlWriter) api(chapter bool) *htmlAPI {
	r := h.r
	a := &htmlAPI{Parts: h.parts(), Severities: h.severityChart(), Groups: h.groupChart(), Unread: h.unread()}
	lines := r.joinedLines(h.w)
	if chapter {
		a.Title = h.w.Text("api-diff", escape.Plain(r.Old.label()), escape.Plain(r.New.label()))
		a.Scope = escape.Plain(r.Scope())
		lines = lines[:r.unattributedLines()]
	}
	a.Lines = slice.Map(lines, escape.Plain)
	for _, s := range htmlSeverities(r) {
		a.Counts = append(a.Counts, htmlCounts{Class: severityClass(s), Name: escape.Plain(severityName(s, h.w)), N: r.Summary.BySeverity[s]})
	}
	for i := range a.Counts {
		for _, p := range a.Parts {
			if p.Class == a.Counts[i].Class {
				a.Counts[i].Anchor = p.Anchor
			}
		}
	}
	for _, row := range r.Matrix() {
		out := htmlTableRow{Name: row.Name}
		for _, s := range htmlSeverities(r) {
			out.Cells = append(out.Cells, htmlCounts{Class: severityClass(s), N: row.Count[s]})
		}
		a.Table = append(a.Table, out)
	}
	for _, s := range r.Sections() {
		a.Sections = append(a.Sections, htmlCounts{Name: s.Title, N: len(s.Changes)})
	}
	if len(r.Changes) == 0 {
		a.None = h.w.Text(h.r.noChanges())
	}
	if r.Reworded > 0 && !r.Descriptions {
		a.Reworded = h.w.Count("reworded", r.Reworded)
	}
	a.Matrix = h.matrix()
	return a
}

// htmlSeverities are the severities of the summary, and any others of the changes: a newer release
// of kubedelta may have written the report.
func htmlSeverities(r *Report) []rule.Severity {
	out := ShownSeverities(r)
	for i := range r.Changes {
		if s := r.Changes[i].Severity; !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	order.Stably(out, func(a, b rule.Severity) int {
		return cmp.Or(cmp.Compare(a.Rank(), b.Rank()), cmp.Compare(a, b))
	})
	return out
}

// severityClass is the class of a severity in the style sheet.
func severityClass(s rule.Severity) string {
	if slices.Contains(rule.Severities(), s) {
		return string(s)
	}
	return string(rule.Unknown)
}

func (h *htmlWriter) parts() (parts []htmlPart) {
	sections := h.r.Sections()
	for _, severity := range htmlSeverities(h.r) {
		p := htmlPart{Class: severityClass(severity), Title: escape.Plain(severityName(severity, h.w))}
		for i, s := range sections {
			out := htmlSection{Title: s.Title}
			for j := range s.Changes {
				if s.Changes[j].Severity == severity {
					out.Changes = append(out.Changes, h.change(i, &s.Changes[j]))
				}
			}
			if len(out.Changes) > 0 {
				p.Sections = append(p.Sections, out)
				p.N += len(out.Changes)
			}
		}
		if p.N > 0 {
			p.Anchor = h.anchor(p.Class)
			parts = append(parts, p)
		}
	}
	return parts
}

func (h *htmlWriter) unread() (out []string) {
	for _, u := range h.r.unread() {
		out = append(out, escape.Plain(h.w.Text("unread-line", h.w.Said(u.GroupVersion), h.w.Text(u.which), partName(string(u.Part), h.w), u.Reason)))
	}
	return out
}

// limitsOf sets what was not compared.
func (h *htmlWriter) limitsOf(p *htmlPage) {
	p.HasLimits = !p.Notes || h.r.compared() || len(h.r.NotCompared) > 0
	p.Limits = slice.Map(h.r.limits(h.w), escape.Plain)
}

// contents returns the links to the parts of the page.
func (h *htmlWriter) contents(p *htmlPage) (out []htmlLink) {
	add := func(there bool, text template.HTML, anchor string, n int) {
		if there {
			out = append(out, htmlLink{Text: text, Anchor: anchor, N: n})
		}
	}
	text := func(key language.Key) template.HTML { return htmlText(h.w.Text(key)) }
	if p.API != nil && !p.Notes {
		add(p.API.Matrix != nil, text("page-matrix"), "matrix", 0)
	}
	add(p.Said != nil && p.Said.HasUrgent() && p.Notes, text("section-urgent"), "urgent", 0)
	add(p.Highlights != nil, text("glance"), "glance", 0)
	add(len(p.Themes) > 0, text("themes"), "themes", 0)
	add(len(p.Issues) > 0, text("known-issues"), "issues", 0)
	add(len(p.Advisories) > 0, text("advisories"), "advisories", len(p.Advisories))
	if p.API != nil && p.Notes {
		add(true, htmlText(p.API.Title), "api", p.Changes)
	}
	add(len(p.Waived) > 0, text("waived"), "waived", len(p.Waived))
	if p.Said != nil {
		add(!p.Notes, text("release-notes"), "notes", p.Entries)
		for _, g := range p.Said.Groups {
			add(p.Notes && g.Anchor != "", g.Title, g.Anchor, g.N)
		}
	}
	add(len(p.Claims) > 0, text("claimed"), "claims", len(p.Claims))
	add(p.HasLimits, text("not-compared"), "not-compared", 0)
	add(len(p.Rules) > 0, text("page-rules"), "rules", 0)
	return out
}

// htmlRule is the page of a rule of a change.
type htmlRule struct {
	ID, Title string
	Doc       template.HTML
}

func (h *htmlWriter) rulePages() (out []htmlRule) {
	for _, r := range rule.Registry() {
		if h.rules[r.ID] {
			out = append(out, htmlRule{r.ID, r.Title, markup.Inline(r.Doc)})
		}
	}
	return out
}
