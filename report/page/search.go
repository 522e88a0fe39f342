package page

import (
	_ "embed"
	"slices"
	"strconv"

	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page/markup"
)

// searchStyle and searchScript are for pages with filters.
//
//go:embed search.css
var searchStyle string

//go:embed search.js
var searchScript string

// Assets returns the style sheet of all pages and the script of pages with filters. A site serves
// them as files that its frame names.
func Assets() (style, script string) { return base + searchStyle, searchScript }

// Search is the search and the filters of a page. Its script shows the blocks whose values are
// picked and whose text has the words; without the script, everything is visible.
type Search struct {
	Words  language.Words
	Facets []Facet
	// Folds is set if the page has details that fold.
	Folds bool
}

// Facet is a property to filter by: its name in the URL, and its values. Blocks contain the numbers
// of their values.
type Facet struct {
	Name, Label string
	Values      []Value
}

// Value is a value of a facet. N counts what has it; 0 for no count.
type Value struct {
	Name, Text string
	N          int
}

func (s Search) text(key language.Key, args ...any) string {
	return htmlText(s.Words.Text(key, args...))
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return ` <span class="n">` + strconv.Itoa(n) + "</span>"
}

func (h *htmlPage) contents(b Block) {
	h.WriteString(`<nav aria-label="` + h.search.text("page-contents") + "\">\n<ul class=\"contents\">\n")
	for _, line := range b.Tags {
		h.element("li", "", htmlLine(line))
	}
	h.WriteString("</ul>\n</nav>\n")
}

// endHead ends the head of the page with the form.
func (h *htmlPage) endHead() {
	h.leave(0)
	h.WriteString("</header>\n")
	if slices.ContainsFunc(h.search.Facets, func(f Facet) bool { return len(f.Values) > 0 }) {
		h.form()
	}
	h.WriteString("<main id=\"main\" tabindex=\"-1\">\n")
}

func (h *htmlPage) form() {
	s := h.search
	h.WriteString(`<form id="filters" class="filters" role="search" aria-label="` + s.text("page-filters") + `" hidden`)
	for _, w := range [][2]string{
		{"changes", s.text("page-shown-changes", "{n}", "{all}")}, {"entries", s.text("page-shown-entries", "{n}", "{all}")}, {"none", s.text("page-no-match")},
		{"kept", s.text("page-kept")}, {"gone", s.text("page-gone")}, {"drop", s.text("page-drop")}, {"open", s.text("page-open-all")}, {"close", s.text("page-close-all")},
	} {
		h.WriteString(" data-" + w[0] + `="` + w[1] + `"`)
	}
	h.WriteString(">\n<div class=\"row\">\n<label class=\"search\"><span class=\"unseen\">" + s.text("page-search") + `</span><input type="search" name="q" placeholder="` +
		s.text("page-search-hint") + `" autocomplete="off" spellcheck="false" enterkeyhint="search"></label>` + "\n")
	for _, f := range s.Facets {
		if len(f.Values) > 0 {
			h.facet(f)
		}
	}
	h.WriteString("</div>\n<div class=\"row state\">\n<p id=\"count\" role=\"status\" aria-live=\"polite\"></p>\n<ul id=\"chips\" aria-label=\"" + s.text("page-filtered-by") +
		`"></ul>` + "\n" + `<span class="buttons"><button type="button" id="reset" hidden>` + s.text("page-reset") + "</button>")
	if s.Folds {
		h.WriteString(` <button type="button" id="unfold">` + s.text("page-open-all") + "</button>")
	}
	h.WriteString("</span>\n</div>\n</form>\n")
}

func (h *htmlPage) facet(f Facet) {
	name, label := htmlText(f.Name), htmlText(f.Label)
	h.WriteString(`<details class="facet" data-facet="` + name + "\">\n<summary>" + label + `<span class="picked"></span></summary>` + "\n<fieldset><legend class=\"unseen\">" + label + "</legend>\n")
	for _, v := range f.Values {
		h.WriteString(`<label><input type="checkbox" name="` + name + `" value="` + htmlText(v.Name) + `"> <span>` + htmlText(v.Text) + "</span>" + number(v.N) + "</label>\n")
	}
	h.WriteString("</fieldset>\n</details>\n")
}

// count is an element of the list of numbers. With a level, it ends the sections of the level.
func (h *htmlPage) count(b Block) {
	if b.Level > 0 {
		h.leave(b.Level)
	}
	h.into("<ul class=\"tally\">\n", "</ul>\n")
	text := "<b>" + htmlText(b.Mark.Text) + "</b> " + htmlLine(b.Line)
	if to := b.Mark.address(); to != "" {
		text = `<a href="` + to + `">` + text + "</a>"
	}
	h.element("li", b.Class, text)
}

// detailed is an item with details. Without the script, they are open.
func (h *htmlPage) detailed(b Block) {
	mark := ""
	if b.Mark.Text != "" {
		mark = htmlLine(Line{b.Mark, Text(": ")})
	}
	h.WriteString(`<li class="change ` + htmlText(b.Class) + `"` + b.id() + b.values() + ">\n<details class=\"full\" open>\n<summary><span class=\"what\">" + mark + htmlLine(b.Line) + "</span>")
	for _, tag := range b.Tags {
		if tag.Filled() {
			h.WriteString(` <span class="where">` + htmlLine(tag) + "</span>")
		}
	}
	h.WriteString("</summary>\n<div class=\"more\">\n")
	h.within(b)
	h.WriteString("</div>\n</details>\n")
	h.side(b, h.search.text("page-permalink")+": "+htmlText(b.Line.Plain()))
}

func (h *htmlPage) entry(b Block) {
	again := ""
	if b.Done {
		again = " data-again"
	}
	h.WriteString(`<li class="entry"` + b.id() + b.values() + again + ">\n<div class=\"said\">" + htmlLine(b.Line) + markup.Blocks(b.Text) + "\n")
	h.within(b)
	h.WriteString("</div>\n")
	h.side(b, "#"+htmlText(b.ID))
}

func (h *htmlPage) side(b Block, label string) {
	h.WriteString(`<p class="by">` + htmlLine(b.Side) + "</p>")
	if b.ID != "" {
		h.WriteString(` <a class="mark" href="#` + htmlText(b.ID) + `" aria-label="` + label + `">#</a>`)
	}
	h.WriteString("\n</li>\n")
}
