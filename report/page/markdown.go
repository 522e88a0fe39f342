package page

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/prose"
)

// WriteMarkdown writes a page as GitHub-flavoured markdown. limit is the most bytes, 0 for no
// limit. To keep it, blocks with the least weight are left out, and a line from words says so.
// Without a limit, each block is written at once.
func WriteMarkdown(w io.Writer, p Page, limit int, words budget.Words) error {
	m := &markdownPage{out: escape.NewLogWriter(w), last: -1}
	if limit > 0 {
		m.page = &budget.Page{}
	}
	p.Each(m.block)
	if m.page != nil && m.err == nil {
		_, m.err = io.WriteString(m.out, m.page.Within(limit, words))
	}
	return m.err
}

type markdownPage struct {
	bytes.Buffer
	out io.Writer
	err error
	// page collects a bounded page; nil without a limit.
	page *budget.Page
	// last is the kind of the block before. If there is a title above several reports, all other
	// headings are one level deeper.
	last   Kind
	deeper int
	// noticed is set after the place of the notice was marked, after the first title.
	noticed bool
}

func (m *markdownPage) block(b Block) {
	if m.last >= 0 && (b.Kind < Fact || group(b.Kind) != group(m.last)) {
		m.WriteString("\n")
	}
	if m.page != nil && !m.noticed && b.Kind != Title && b.Kind != Soft && b.Kind != Verdict {
		m.page.Notice()
		m.noticed = true
	}
	m.write(b)
	first := m.last < 0
	m.last = b.Kind
	switch text := m.String(); {
	case m.page == nil:
		if m.err == nil {
			_, m.err = io.WriteString(m.out, text)
		}
	case b.Kind == Title && first:
		m.page.Line(budget.Title, text)
	case b.Kind == Title || b.Kind == Heading || b.Kind == Folded:
		m.page.Heading(b.Level+m.deeper, MarkdownLine(b.Line.name()), text)
	case b.Kind == Lead || b.Kind == Columns:
		m.page.Head(text)
	default:
		m.page.Line(b.Weight, text)
	}
	m.Reset()
}

// group returns the same kind for all blocks of a list or table.
func group(k Kind) Kind {
	switch k {
	case Item, Entry, Migration, Card, Step:
		return Fact
	case Row:
		return Columns
	default:
		return k
	}
}

func (m *markdownPage) write(b Block) {
	line := MarkdownLine(b.Line)
	switch b.Kind {
	case Title:
		if b.Level == 0 {
			m.deeper = 1
		}
		m.WriteString(strings.Repeat("#", b.Level+m.deeper) + " " + line + "\n")
		if tag := MarkdownLine(Line{b.Mark}); tag != "" {
			m.WriteString("\n**" + capital(tag) + "**: " + MarkdownLine(b.tag()) + "\n")
		}
	case Heading, Folded:
		m.WriteString(strings.Repeat("#", b.Level+m.deeper) + " " + line + "\n")
	case Lead:
		m.WriteString(line + "\n")
	case Verdict:
		m.WriteString("**" + line + "**\n")
	case Fact:
		m.WriteString("- " + escape.Markdown(b.Mark.Text) + ": " + line + "\n")
	case Columns:
		m.row(b.Cells, "")
		m.WriteString("|")
		for _, c := range b.Cells {
			m.WriteString(map[bool]string{false: " --- |", true: " --: |"}[len(c) > 0 && c[0].Set == AsNumber])
		}
		m.WriteString("\n")
	case Row:
		m.row(b.Cells, "–")
	case Paragraph, Soft:
		m.WriteString(line + "\n")
	case Prose:
		if line != "" {
			line = strings.Repeat("#", b.Level+m.deeper) + " " + line
		}
		parts := slices.DeleteFunc([]string{line, MarkdownLine(b.tag()), prose.Markdown(b.Text)}, func(s string) bool { return s == "" })
		m.WriteString(strings.Join(parts, "\n\n") + "\n")
	case Entry:
		m.WriteString(MarkdownEntry(b) + "\n")
	default:
		m.item("", b)
	}
}

// row writes cells, with none for empty cells.
func (m *markdownPage) row(cells []Line, none string) {
	m.WriteString("|")
	for _, c := range cells {
		if text := cmp.Or(MarkdownLine(c), none); text != "" {
			m.WriteString(" " + text)
		}
		m.WriteString(" |")
	}
	m.WriteString("\n")
}

func (m *markdownPage) item(indent string, b Block) {
	m.WriteString(indent + "- ")
	switch {
	case b.Kind == Migration:
		m.WriteString("→ ")
	case b.Kind == Step && b.Done:
		m.WriteString("[x] ")
	case b.Kind == Step:
		m.WriteString("[ ] ")
	}
	text := MarkdownLine(b.Line)
	switch mark := MarkdownLine(Line{b.Mark}); {
	case b.Mark.Class != "":
		text = mark + ": " + text
	case mark != "":
		text = "**" + mark + "** " + text
	}
	if tag := MarkdownLine(b.tag()); tag != "" {
		text += " · " + tag
	}
	m.WriteString(text + "\n")
	for _, one := range b.Below {
		switch one.Kind {
		case Command:
			m.command(indent+"  ", escape.Plain(one.Line[0].Text))
		case Excerpt:
		case Paragraph:
			m.WriteString(indent + "  > " + MarkdownLine(one.Line) + "\n")
		default:
			m.item(indent+"  ", one)
		}
	}
}

// command writes a command in a code block, so that it is not changed.
func (m *markdownPage) command(indent, command string) {
	fence := prose.Fence(command)
	m.WriteString(indent + fence + "sh\n" + indent + command + "\n" + indent + fence + "\n")
}

// MarkdownEntry is an entry as an item of a list. Its remarks are a list with another bullet, so
// that they are not part of the text.
func MarkdownEntry(b Block) string {
	text := "- " + MarkdownLine(append(slices.Clone(b.Line), b.tag()...))
	if b.Text != "" {
		text = prose.Entry(b.Text, MarkdownLine(b.tag()))
	}
	for _, one := range b.Below {
		text += "\n  * " + MarkdownLine(one.Line)
	}
	return text
}

// MarkdownLine is the markdown of a line.
func MarkdownLine(runs Line) string {
	var b strings.Builder
	for _, r := range runs {
		text := escape.Markdown(r.Text)
		switch {
		case r.Set == AsCode || r.Set == AsLines:
			text = escape.Code(r.Text)
		case r.Set == AsBreak:
			text = "<br>"
		case r.Set == AsProse:
			text = prose.Inline(r.Text)
		case r.Set == AsBracketed:
			text = "[" + text + "]"
		case r.Set == AsDeleted:
			text = around(text, "~~")
		case r.Set == AsInserted:
			text = around(text, "**")
		case r.Set == AsStrong && text != "":
			text = "**" + text + "**"
		}
		if to := r.address(); strings.HasPrefix(to, "https://") {
			// The text of a link cannot be a heading or a mention.
			text = "[" + strings.NewReplacer(`\#`, "#", "@\u200b", "@").Replace(text) + "](" + to + ")"
		}
		b.WriteString(text)
	}
	return strings.TrimSpace(b.String())
}

// around puts marks around a text. White space at its ends must be outside of the marks.
func around(text, mark string) string {
	inner := strings.TrimSpace(text)
	if inner == "" {
		return text
	}
	before, after, _ := strings.Cut(text, inner)
	return before + mark + inner + mark + after
}

func capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
