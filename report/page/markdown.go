package page

import (
	"bytes"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/escape"
)

// WriteMarkdown writes a page as GitHub-flavoured markdown, to be pasted as it is. Within
// a limit of bytes, 0 for none, blocks are left out, the lightest first, and a line in
// these words says so; what has no limit is written as it comes.
func WriteMarkdown(w io.Writer, p Page, limit int, words budget.Words) error {
	m := &markdownPage{out: escape.NewLogWriter(w), last: -1}
	if limit > 0 {
		m.page = &budget.Page{}
	}
	p.Blocks(m.block)
	if m.page != nil && m.err == nil {
		_, m.err = io.WriteString(m.out, m.page.Within(limit, words))
	}
	return m.err
}

type markdownPage struct {
	bytes.Buffer
	out io.Writer
	err error
	// page gathers a bounded page; nil for one without bounds.
	page *budget.Page
	// last is the block before. Where there is a title above several reports, all other
	// headings are one level deeper.
	last   Kind
	deeper int
	// noticed: the place of the notice was marked, behind the first title.
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
		m.page.Heading(b.Level+m.deeper, markdownLine(b.Line.name()), text)
	case b.Kind == Lead || b.Kind == Columns:
		m.page.Head(text)
	default:
		m.page.Line(b.Weight, text)
	}
	m.Reset()
}

// group tells which blocks are one list or table.
func group(k Kind) Kind {
	switch k {
	case Item, Remedy, Card, Step:
		return Fact
	case Row:
		return Columns
	default:
		return k
	}
}

func (m *markdownPage) write(b Block) {
	line := markdownLine(b.Line)
	switch b.Kind {
	case Title:
		if b.Level == 0 {
			m.deeper = 1
		}
		m.WriteString(strings.Repeat("#", b.Level+m.deeper) + " " + line + "\n")
		if tag := markdownLine(Line{b.Mark}); tag != "" {
			m.WriteString("\n**" + capital(tag) + "**: " + markdownLine(b.Tag) + "\n")
		}
	case Heading, Folded:
		m.WriteString(strings.Repeat("#", b.Level+m.deeper) + " " + line + "\n")
	case Lead:
		m.WriteString(capital(line) + ":\n")
	case Verdict:
		m.WriteString("**" + line + "**\n")
	case Fact:
		m.WriteString("- " + escape.Markdown(b.Mark.Text) + ": " + line + "\n")
	case Columns:
		m.row(b.Cells)
		m.WriteString("|")
		for _, c := range b.Cells {
			m.WriteString(map[bool]string{false: " --- |", true: " --: |"}[len(c) > 0 && c[0].Set == AsNumber])
		}
		m.WriteString("\n")
	case Row:
		m.row(b.Cells)
	case Paragraph, Soft:
		m.WriteString(line + "\n")
	default:
		m.item("", b)
	}
}

func (m *markdownPage) row(cells []Line) {
	m.WriteString("|")
	for _, c := range cells {
		text := markdownLine(c)
		if text == "" {
			text = "–"
		}
		m.WriteString(" " + text + " |")
	}
	m.WriteString("\n")
}

// item is an item of a list, with what belongs to it.
func (m *markdownPage) item(indent string, b Block) {
	m.WriteString(indent + "- ")
	switch {
	case b.Kind == Remedy:
		m.WriteString("→ ")
	case b.Kind == Step && b.Done:
		m.WriteString("[x] ")
	case b.Kind == Step:
		m.WriteString("[ ] ")
	}
	text := markdownLine(b.Line)
	if mark := markdownLine(Line{b.Mark}); mark != "" {
		text = "**" + mark + "** " + text
	}
	if tag := markdownLine(b.Tag); tag != "" {
		text += " · " + tag
	}
	m.WriteString(text + "\n")
	for _, one := range b.Below {
		switch one.Kind {
		case Command:
			m.command(indent+"  ", escape.Plain(one.Line[0].Text))
		case Excerpt:
		default:
			m.item(indent+"  ", one)
		}
	}
}

// command is in a block of its own, so that nothing in it is changed. The fence is
// longer than any run of backticks in it.
func (m *markdownPage) command(indent, command string) {
	fence := "```"
	for strings.Contains(command, fence) {
		fence += "`"
	}
	m.WriteString(indent + fence + "sh\n" + indent + command + "\n" + indent + fence + "\n")
}

// markdownLine sets the runs of a line.
func markdownLine(runs Line) string {
	var b strings.Builder
	for _, r := range runs {
		text := escape.Markdown(r.Text)
		switch {
		case r.Set == AsCode:
			text = escape.Code(r.Text)
		case r.Set == AsBreak:
			text = "<br>"
		case r.Set == AsStrong && text != "":
			text = "**" + text + "**"
		}
		if strings.HasPrefix(r.To, "https://") {
			text = "[" + strings.TrimPrefix(text, `\`) + "](" + r.To + ")"
		}
		b.WriteString(text)
	}
	return strings.TrimSpace(b.String())
}

func capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
