package page

import (
	"bufio"
	"cmp"
	_ "embed"
	"html"
	"io"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/page/markup"
	"github.com/kubedelta/kubedelta/report/prose"
)

// filterStyle and filterScript are the search and the filters of a page. Without the script,
// everything is visible.
//
//go:embed filter.css
var filterStyle string

//go:embed filter.js
var filterScript string

// Script is the script of a page in English.
func Script() string { return filterScript }

// WriteHTML writes a page that contains everything it needs. It is light or dark as the reader
// prefers.
func WriteHTML(w io.Writer, p Page) error { return p.HTMLIn(w, Frame{}) }

// HTMLIn writes the page as a page of a site.
func (p Page) HTMLIn(w io.Writer, f Frame) error {
	if f.Root == "" { // a page of a site is written to a file, not to a log
		w = escape.NewLogWriter(w)
	}
	out := bufio.NewWriter(w)
	h := &htmlPage{out: out, sections: []section{{level: innermost, end: endOfHead}}, listed: f.Root != ""}
	head := Head{Language: cmp.Or(p.Language, "en"), Title: escape.Plain(p.Title), Frame: f}
	skip := ""
	switch {
	case p.Search != nil:
		h = &htmlPage{out: out, search: *p.Search, filtered: true, behind: true}
		head.Styles, head.Script, skip = searchStyle, searchScript, `<a class="skip" href="#main">`+p.Search.text("page-skip")+"</a>\n"
	case head.Language == "en": // the script has English texts
		head.Styles, head.Script = filterStyle, filterScript
	}
	top, script := head.HTML()
	out.WriteString(top + f.body() + skip + f.nav() + "<header>\n")
	p.Each(h.block)
	h.leave(0)
	out.WriteString("</main>\n<footer><p class=\"soft\">" + htmlText(p.Tool) + "</p>" + f.foot() + "</footer>\n" + script + "</body>\n</html>\n")
	return out.Flush()
}

type htmlPage struct {
	// head is what was written before the head of the page ended, and behind is set after that. top
	// is the length of the head with the title and the lines below it.
	head   strings.Builder
	out    *bufio.Writer
	behind bool
	top    int
	// list is the tags of the open list or table.
	list tags
	// sections are the open sections. titled is set after the first title.
	sections []section
	titled   bool
	// listed is set if a list or a table without a heading ends the head of the page.
	listed bool
	// filtered is set if the page has the filters of search. Then each heading and each lead begins a
	// section, which the filters hide if nothing in it is left, and the form ends the head.
	filtered bool
	search   Search
}

// section is an open part of the page, which a heading of its level or a higher one ends.
type section struct {
	level int
	end   string
}

// tags are the tags at the begin and the end of a list.
type tags struct{ begin, end string }

// innermost is the level of the head of the page, which any heading ends. underLead is that of what
// is below a lead.
const (
	innermost = 9
	underLead = 8
)

const endOfHead = "</header>\n<main>\n"

func htmlText(s string) string { return html.EscapeString(escape.Plain(s)) }

func htmlLine(runs Line) string {
	var b strings.Builder
	for _, r := range runs {
		text := htmlText(r.Text)
		switch {
		case strings.TrimSpace(text) == "":
		case r.Set == AsCode:
			text = "<code>" + text + "</code>"
		case r.Set == AsLines:
			text = "<code>" + html.EscapeString(escape.Lines(r.Text)) + "</code>"
		case r.Set == AsStrong:
			text = "<b>" + text + "</b>"
		case r.Set == AsProse:
			text = markup.Inline(prose.Inline(r.Text))
		case r.Set == AsBracketed:
			text = "[" + text + "]"
		case r.Set == AsDeleted:
			text = "<del>" + text + "</del>"
		case r.Set == AsInserted:
			text = "<ins>" + text + "</ins>"
		case r.Set == AsSign:
			text = `<span class="` + htmlText(r.Class) + `" aria-hidden="true">` + text + "</span>"
		case r.Set == AsUnseen:
			text = `<span class="unseen">` + text + "</span>"
		case r.Class != "":
			text = `<span class="` + htmlText(r.Class) + `">` + text + "</span>"
		}
		if to := r.address(); to != "" {
			text = `<a href="` + to + `">` + text + "</a>"
		}
		b.WriteString(text)
	}
	return b.String()
}

func (h *htmlPage) element(tag, class, text string) {
	h.WriteString("<" + tag + attribute("class", class) + ">" + text + "</" + tag + ">\n")
}

// leave closes the open sections from a level down.
func (h *htmlPage) leave(level int) {
	h.into("", "")
	for len(h.sections) > 0 && h.sections[len(h.sections)-1].level >= level {
		last := h.sections[len(h.sections)-1]
		h.sections = h.sections[:len(h.sections)-1]
		if last.level == innermost {
			h.leaveHead(level == 0)
		} else {
			h.WriteString(last.end)
		}
	}
}

// If the page has no section, the head is only the title, and the lines below it are the page.
func (h *htmlPage) leaveHead(whole bool) {
	head, rest := h.head.String(), ""
	if whole {
		head, rest = head[:h.top], head[h.top:]
	}
	h.out.WriteString(head + endOfHead + rest)
	h.behind = true
}

func (h *htmlPage) WriteString(text string) {
	if h.behind {
		h.out.WriteString(text)
	} else {
		h.head.WriteString(text)
	}
}

// into opens a list, after closing another one.
func (h *htmlPage) into(begin, end string) {
	if h.list.begin != begin {
		h.WriteString(h.list.end + begin)
		h.list = tags{begin, end}
	}
}

func attribute(name, value string) string {
	if value == "" {
		return ""
	}
	return " " + name + `="` + htmlText(value) + `"`
}

func (b Block) id() string { return attribute("id", b.ID) }

func (b Block) values() string {
	if b.Values == nil {
		return ""
	}
	return ` data-f="` + htmlText(*b.Values) + `"`
}

// enter closes the sections that a block ends, and opens its element.
func (h *htmlPage) enter(b Block, tag string) {
	h.leave(b.Level)
	h.WriteString("<" + tag + attribute("class", b.Class) + b.id() + ">\n")
	h.sections = append(h.sections, section{b.Level, "</" + tag + ">\n"})
}

func (h *htmlPage) block(b Block) {
	if list := b.Kind == Item || b.Kind == Entry || b.Kind == Columns; list && h.listed && len(h.sections) > 0 && h.sections[len(h.sections)-1].level == innermost {
		h.leave(innermost)
	}
	switch b.Kind {
	case Title, Heading, Folded, Lead:
		h.heading(b)
	case Fact:
		h.into("<dl>\n", "</dl>\n")
		h.fact(b)
	case Item, Entry, Detailed:
		h.listItem(b)
	case Chart:
		h.into("<div class=\"charts\">\n", "</div>\n")
		h.chart(b)
	case Count:
		h.count(b)
	case Columns:
		h.into("", "")
		if b.Class == "" {
			h.into("<table>\n<thead>", "</tbody>\n</table>\n")
		} else {
			h.into(`<div class="scroll `+htmlText(b.Class)+`" tabindex="0" role="region" aria-label="`+htmlText(b.Text)+"\">\n<table>\n<thead>", "</tbody>\n</table>\n</div>\n")
		}
		h.row("th", "", b.Cells, "</thead>\n<tbody>\n")
	case Row:
		h.row("td", b.id()+b.values(), b.Cells, "\n")
	default:
		h.into("", "")
		h.single(b)
	}
}

func (h *htmlPage) row(cell, attributes string, cells []Line, end string) {
	h.WriteString("<tr" + attributes + ">")
	for _, c := range cells {
		begin, end := "<"+cell+">", "</"+cell+">"
		if len(c) > 0 && c[0].Set == AsRowHead {
			begin, end = `<th scope="row">`, "</th>"
		}
		h.WriteString(begin + htmlLine(c) + end)
	}
	h.WriteString("</tr>" + end)
}

func (h *htmlPage) heading(b Block) {
	line := htmlLine(b.Line)
	defer func() { h.top = h.head.Len() }()
	switch {
	case b.Kind == Lead:
		h.into("", "")
		if h.filtered {
			h.enter(Block{Level: underLead}, "section")
		}
		h.element("p", "soft", line)
	case b.Kind == Folded:
		h.enter(b, "details")
		h.element("summary", "", line)
	case b.Kind == Heading && h.filtered:
		h.enter(b, "section")
		h.element("h"+strconv.Itoa(b.Level), b.Mark.Class, line+number(b.Total))
	case b.Kind == Heading && b.Level > 2:
		h.leave(b.Level)
		tag := "h" + strconv.Itoa(b.Level)
		h.WriteString("<" + tag + b.id() + ">" + line + "</" + tag + ">\n")
	case b.Kind == Heading:
		h.enter(b, "section")
		h.element("h2", "", line)
	default:
		if h.titled {
			h.enter(b, "section")
		}
		h.titled = true
		h.element("h1", "", line)
		if b.Mark.Text != "" {
			h.element("p", "verdict", htmlLine(append(Line{{Text: capital(b.Mark.Text), Class: b.Mark.Class}, Text(": ")}, b.tag()...)))
		}
	}
}

func (h *htmlPage) listItem(b Block) {
	class, write := b.Class, h.item
	switch {
	case b.Kind == Detailed:
		class, write = "list", h.detailed
	case b.Kind == Entry && h.filtered:
		class, write = "list", h.entry
	}
	h.into("<ul"+attribute("class", class)+">\n", "</ul>\n")
	write(b)
}

func (h *htmlPage) item(b Block) {
	h.WriteString("<li" + b.id() + b.values() + ">" + htmlLine(b.Line) + markup.Blocks(b.Text))
	if tag := b.tag(); tag.Filled() {
		h.WriteString(` <span class="tag">` + htmlLine(tag) + "</span>")
	}
	if len(b.Below) > 0 {
		h.WriteString("\n")
		h.within(b)
	}
	h.WriteString("</li>\n")
}

// fact is a name with a text. A text in markdown, and what belongs to the fact, are below it.
func (h *htmlPage) fact(b Block) {
	name := htmlLine(Line{b.Mark})
	switch {
	case b.ID != "":
		h.WriteString("<dt" + b.id() + ` tabindex="-1">` + name + "</dt>")
	case name != "":
		h.WriteString("<dt>" + name + "</dt>")
	}
	h.WriteString("<dd" + attribute("lang", b.Language) + ">" + htmlLine(b.Line))
	if b.Text != "" {
		h.WriteString(`<div class="said">` + markup.Blocks(b.Text) + "</div>")
	}
	h.within(b)
	h.WriteString("</dd>\n")
}

// within writes what is below an item, and returns to the list of the item.
func (h *htmlPage) within(b Block) {
	around := h.list
	h.list = tags{}
	h.below(b)
	h.list = around
}

func (h *htmlPage) below(b Block) {
	for _, one := range b.Below {
		h.block(one)
	}
	h.into("", "")
}

func (h *htmlPage) single(b Block) {
	line := htmlLine(b.Line)
	switch b.Kind {
	case Card, Step:
		h.card(b)
	case Soft:
		h.element("p", "soft", line)
	case Verdict:
		h.element("p", "verdict", line)
	case Migration:
		h.element("p", "", "→ "+line)
	case Command:
		h.element("pre", "", line)
	case Document:
		h.element("p", strings.TrimSpace("doc "+b.Class), html.EscapeString(escape.Lines(b.Text)))
	case Contents:
		h.contents(b)
	case Filters:
		if h.filtered {
			h.endHead()
		}
	case Prose:
		if b.Values != nil {
			h.WriteString(`<div class="prose"` + b.values() + ">\n")
			defer h.WriteString("</div>\n")
		}
		if line != "" {
			h.element("h"+strconv.Itoa(b.Level), "", line)
		}
		if tag := b.tag(); tag.Filled() {
			h.element("p", "", htmlLine(tag))
		}
		h.WriteString(markup.Blocks(b.Text))
	case Excerpt:
		if e := b.Source(excerptWidth); e != nil {
			at := htmlText(e.At)
			if at != "" {
				at = "<mark>" + at + "</mark>"
			}
			h.element("pre", "", `<span class="number">`+htmlText(b.Mark.Text)+" | </span>"+htmlText(e.Before)+at+htmlText(e.Behind))
		}
	default:
		h.element("p", "", line)
	}
}

// excerptWidth is the width of lines of files.
const excerptWidth = 120

func (h *htmlPage) card(b Block) {
	class := b.Class
	if b.Done {
		class += " waived"
	}
	h.WriteString("<article" + b.id() + ` class="` + htmlText(class) + "\">\n")
	mark := "<b>" + htmlText(b.Mark.Text) + "</b>"
	if b.Mark.Class != "" {
		mark = `<span class="severity ` + htmlText(b.Mark.Class) + `">` + htmlText(b.Mark.Text) + "</span>"
	}
	h.element("p", "", mark+" "+htmlLine(b.Line))
	if tag := b.tag(); tag.Filled() {
		h.element("p", "tag", htmlLine(tag))
	}
	h.below(b)
	h.WriteString("</article>\n")
}
