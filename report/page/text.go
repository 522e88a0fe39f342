package page

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/layout"
	"github.com/kubedelta/kubedelta/report/prose"
)

// WriteText writes a page for a terminal.
func WriteText(w io.Writer, p Page, style layout.Style) error {
	style.Width = cmp.Or(style.Width, p.Width)
	t := &textPage{Writer: bufio.NewWriter(escape.NewLogWriter(w)), Style: style, last: -1, facts: cmp.Or(p.FactWidth, factWidth), apartFacts: p.FactWidth > 0}
	p.Each(t.block)
	return t.Flush()
}

type textPage struct {
	*bufio.Writer
	layout.Style
	// last is the kind of the block before, and level that of the heading above.
	last  Kind
	level int
	// facts is the width of the names of facts. With apartFacts, a text follows its name directly
	// on a narrow terminal.
	facts      int
	apartFacts bool
}

func (t *textPage) line(runs ...Run) string {
	var b strings.Builder
	for _, r := range runs {
		s := plain(r)
		switch {
		case r.Class != "":
			s = t.Paint(colourOf(r.Class), s)
		case r.Set == AsDeleted:
			s = t.Paint(layout.Red, s)
		case r.Set == AsInserted:
			s = t.Paint(layout.Green, s)
		case r.Set == AsCode || r.Set == AsStrong:
			s = t.Paint(layout.Bold, s)
		}
		b.WriteString(s)
	}
	return b.String()
}

func plain(r Run) string {
	switch r.Set {
	case AsProse:
		return prose.Line(r.Text)
	case AsBracketed:
		return "[" + escape.Plain(r.Text) + "]"
	case AsDeleted: // the notation of git diff --word-diff
		return "[-" + escape.Plain(r.Text) + "-]"
	case AsInserted:
		return "{+" + escape.Plain(r.Text) + "+}"
	default:
		return escape.Plain(r.Text)
	}
}

// Plain is the plain text of a line.
func (l Line) Plain() string {
	var b strings.Builder
	for _, r := range l {
		b.WriteString(plain(r))
	}
	return b.String()
}

func colourOf(class string) string {
	switch class {
	case "ready":
		return layout.Green
	case "not-ready":
		return layout.Red
	default:
		return layout.ColourOf(rule.Severity(class))
	}
}

func (t *textPage) hang(first, rest, text string) { t.WriteString(t.Hang(first, rest, text)) }

func (t *textPage) soft(margin string, runs Line) {
	if runs.Filled() {
		t.hang(margin, margin, t.Paint(layout.Dim, runs.Plain()))
	}
}

func (t *textPage) block(b Block) {
	margin := strings.Repeat("  ", max(t.level-1, 0))
	if t.apart(b) {
		t.WriteString("\n")
	}
	switch b.Kind {
	case Title:
		t.title(b)
	case Heading, Folded, Lead:
		if b.Level == 0 {
			t.soft(margin, b.Line)
			break
		}
		t.level = b.Level
		colour := layout.Bold
		if b.Kind == Lead {
			colour = layout.Dim
		}
		margin = strings.Repeat("  ", max(b.Level-2, 0))
		t.hang(margin, margin+"  ", t.Paint(colour, b.Line.Plain()))
	case Fact:
		name := escape.Plain(b.Mark.Text)
		if t.apartFacts && t.Narrow(len(margin)+t.facts) {
			t.hang(margin, margin+"  ", t.Paint(layout.Dim, name)+"  "+t.line(b.Line...))
			break
		}
		t.hang(margin+t.Paint(layout.Dim, layout.Pad(name, t.facts)), margin+strings.Repeat(" ", t.facts), t.line(b.Line...))
	case Card, Step:
		t.card(margin, b)
	case Item:
		t.item(margin, "", b)
	case Entry:
		t.entry(margin, b)
	case Prose:
		if b.Line.Filled() {
			t.hang(margin, margin+"  ", t.Paint(layout.Bold, b.Line.Plain()))
		}
		for _, tag := range b.Tags {
			t.hang(margin, margin, t.line(tag...))
		}
		for _, line := range prose.Plain(b.Text) {
			t.written(margin, line)
		}
	case Columns:
	case Row:
		var line strings.Builder
		for _, c := range b.Cells {
			line.WriteString(layout.Pad(t.line(c...), cellWidth))
		}
		t.hang(margin, margin+"  ", strings.TrimRight(line.String(), " "))
	default:
		t.below(margin, b)
	}
	t.last = b.Kind
}

func (t *textPage) apart(b Block) bool {
	switch b.Kind {
	case Title:
		return false
	case Heading, Folded, Lead:
		return t.last >= 0 && b.Kind != Lead && (b.Level <= 2 || t.last != Heading)
	case Prose:
		return t.last == Prose || t.last == Fact
	default:
		return t.level == 0 && t.last != b.Kind && b.Kind != Soft
	}
}

func (t *textPage) title(b Block) {
	if t.last >= 0 {
		t.WriteString("\n" + strings.Repeat("─", max(t.Width, 40)) + "\n\n")
	}
	t.level = 0
	mark, line := "", t.Paint(layout.Bold, b.Line.Plain())
	if b.Mark.Text != "" {
		mark, line = t.Paint(colourOf(b.Mark.Class)+";"+layout.Bold, strings.ToUpper(escape.Plain(b.Mark.Text)))+" ", b.Line.Plain()
	}
	t.hang("", "  ", mark+line)
	if tag := b.tag(); tag.Filled() {
		t.hang("  ", "  ", t.line(tag...))
	}
}

// The widths of the names of facts, of severities, numbers and cells.
const (
	factWidth = 9
	markWidth = 11
	stepWidth = 3
	cellWidth = 24
)

func (t *textPage) card(margin string, b Block) {
	width := stepWidth
	if b.Mark.Class != "" {
		width = markWidth
	}
	mark := b.Mark
	mark.Text = layout.Pad(escape.Plain(mark.Text), width)
	indent := margin + strings.Repeat(" ", max(width, layout.Columns(mark.Text))+2)
	t.hang(margin+t.line(mark)+"  ", indent, t.line(b.Line...))
	for _, tag := range b.Tags {
		t.soft(indent, tag)
	}
	for _, one := range b.Below {
		t.below(indent, one)
	}
}

func (t *textPage) item(margin, bullet string, b Block) {
	line := t.line(b.Line...)
	if tag := b.tag(); tag.Filled() {
		line += t.Paint(layout.Dim, " · "+tag.Plain())
	}
	t.hang(margin+bullet, margin+"  ", line)
	for _, one := range b.Below {
		t.below(margin+"  ", one)
	}
}

// entry writes an item with text from outside, with its tag at the end.
func (t *textPage) entry(margin string, b Block) {
	lines := []string{t.line(b.Line...)}
	if b.Text != "" {
		lines = prose.Plain(b.Text)
	}
	if tag := b.tag(); tag.Filled() {
		last := &lines[len(lines)-1]
		*last = strings.TrimSpace(*last + " " + t.Paint(layout.Dim, tag.Plain()))
	}
	t.hang(margin+"- ", margin+"  ", lines[0])
	for _, line := range lines[1:] {
		t.written(margin+"  ", line)
	}
	for _, one := range b.Below {
		t.hang(margin+"    ", margin+"      ", t.Paint(layout.Dim, "· "+one.Line.Plain()))
	}
}

// written writes a line of a text with the indent of its author. If the line is folded, it
// continues below the text of the list item.
func (t *textPage) written(margin, line string) {
	words := strings.TrimLeft(line, " ")
	margin += line[:len(line)-len(words)]
	rest := strings.Repeat(" ", layout.Columns(margin))
	if strings.HasPrefix(words, "- ") {
		rest += "  "
	}
	t.WriteString(strings.TrimRight(t.Hang(margin, rest, words), " \n") + "\n")
}

func (t *textPage) below(indent string, b Block) {
	switch b.Kind {
	case Item:
		t.item(indent, "· ", b)
	case Migration:
		t.hang(indent+"→ ", indent+"  ", t.line(b.Line...))
	case Soft:
		t.soft(indent, b.Line)
	case Command:
		// A command is not folded, because that would change it. The terminal wraps it, and copies
		// it as a whole.
		if t.Narrow(len(indent)) {
			indent = "    "
		}
		fmt.Fprintf(t, "%s$ %s\n", indent, b.Line.Plain())
	case Excerpt:
		t.excerpt(indent, b)
	default:
		t.hang(indent, indent, t.line(b.Line...))
	}
}

// The width of excerpts if the output has none, and the least width that is useful.
const (
	pipeWidth    = 100
	leastExcerpt = 24
)

func (t *textPage) excerpt(indent string, b Block) {
	width := t.Width
	switch {
	case width <= 0:
		width = pipeWidth
	case t.Narrow(len(indent)):
		indent = "    "
	}
	number := escape.Plain(b.Mark.Text)
	e := b.Source(max(width-len(indent)-len(number)-3, leastExcerpt))
	if e == nil {
		return
	}
	bar := t.Paint(layout.Dim, "|")
	fmt.Fprintf(t, "%s%s %s %s%s%s\n", indent, t.Paint(layout.Dim, number), bar, e.Before, t.Paint(layout.Bold, e.At), e.Behind)
	if n := layout.Columns(e.At); n > 0 {
		carets := t.Paint(colourOf(b.Class), strings.Repeat("^", n))
		fmt.Fprintf(t, "%s%s %s %s%s\n", indent, strings.Repeat(" ", len(number)), bar, strings.Repeat(" ", layout.Columns(e.Before)), carets)
	}
}
