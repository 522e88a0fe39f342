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
)

// WriteText writes a page for a terminal.
func WriteText(w io.Writer, p Page, style layout.Style) error {
	style.Width = cmp.Or(style.Width, p.Width)
	t := &textPage{Writer: bufio.NewWriter(escape.NewLogWriter(w)), Style: style, last: -1}
	p.Blocks(t.block)
	return t.Flush()
}

type textPage struct {
	*bufio.Writer
	layout.Style
	// last is the block before, level that of the heading above.
	last  Kind
	level int
}

// line sets the runs of a line.
func (t *textPage) line(runs ...Run) string {
	var b strings.Builder
	for _, r := range runs {
		s := escape.Plain(r.Text)
		switch {
		case r.Class != "":
			s = t.Paint(colourOf(r.Class), s)
		case r.Set != AsText:
			s = t.Paint(layout.Bold, s)
		}
		b.WriteString(s)
	}
	return b.String()
}

// bare is a line that is painted as a whole.
func bare(runs Line) string {
	var b strings.Builder
	for _, r := range runs {
		b.WriteString(escape.Plain(r.Text))
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

// soft writes a line that is less important.
func (t *textPage) soft(margin string, runs Line) {
	if runs.filled() {
		t.hang(margin, margin, t.Paint(layout.Dim, bare(runs)))
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
		t.level = b.Level
		colour := layout.Bold
		if b.Kind == Lead {
			colour = layout.Dim
		}
		margin = strings.Repeat("  ", max(b.Level-2, 0))
		t.hang(margin, margin+"  ", t.Paint(colour, bare(b.Line)))
	case Fact:
		t.hang(margin+t.Paint(layout.Dim, layout.Pad(escape.Plain(b.Mark.Text), factWidth)), margin+strings.Repeat(" ", factWidth), t.line(b.Line...))
	case Card, Step:
		t.card(margin, b)
	case Item:
		t.item(margin, "", b)
	default:
		t.below(margin, b)
	}
	t.last = b.Kind
}

// apart: an empty line stands before the block.
func (t *textPage) apart(b Block) bool {
	switch b.Kind {
	case Title:
		return false
	case Heading, Folded, Lead:
		return b.Kind != Lead && (b.Level <= 2 || t.last != Heading)
	default:
		return t.level == 0 && t.last != b.Kind && b.Kind != Soft
	}
}

func (t *textPage) title(b Block) {
	if t.last >= 0 {
		t.WriteString("\n" + strings.Repeat("─", max(t.Width, 40)) + "\n\n")
	}
	t.level = 0
	mark, line := "", t.Paint(layout.Bold, bare(b.Line))
	if b.Mark.Text != "" {
		mark, line = t.Paint(colourOf(b.Mark.Class)+";"+layout.Bold, strings.ToUpper(escape.Plain(b.Mark.Text)))+" ", bare(b.Line)
	}
	t.hang("", "  ", mark+line)
	if b.Tag.filled() {
		t.hang("  ", "  ", t.line(b.Tag...))
	}
}

// The widths of what stands in columns: the names of facts, severities, numbers.
const (
	factWidth = 9
	markWidth = 11
	stepWidth = 3
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
	t.soft(indent, b.Tag)
	for _, one := range b.Below {
		t.below(indent, one)
	}
}

func (t *textPage) item(margin, bullet string, b Block) {
	line := t.line(b.Line...)
	if b.Tag.filled() {
		line += t.Paint(layout.Dim, " · "+bare(b.Tag))
	}
	t.hang(margin+bullet, margin+"  ", line)
	for _, one := range b.Below {
		t.below(margin+"  ", one)
	}
}

// below writes what belongs to a card.
func (t *textPage) below(indent string, b Block) {
	switch b.Kind {
	case Item:
		t.item(indent, "· ", b)
	case Remedy:
		t.hang(indent+"→ ", indent+"  ", t.line(b.Line...))
	case Soft:
		t.soft(indent, b.Line)
	case Command:
		// A command that is broken over lines is another command: the terminal wraps
		// it, and copies it whole.
		if t.Narrow(len(indent)) {
			indent = "    "
		}
		fmt.Fprintf(t, "%s$ %s\n", indent, bare(b.Line))
	case Excerpt:
		t.excerpt(indent, b)
	default:
		t.hang(indent, indent, t.line(b.Line...))
	}
}

// The widths of excerpts: where the output has none of its own, and the least that
// shows anything.
const (
	pipeWidth    = 100
	leastExcerpt = 24
)

// excerpt shows the line of a file with carets below what the card points at.
func (t *textPage) excerpt(indent string, b Block) {
	width := t.Width
	switch {
	case width <= 0:
		width = pipeWidth
	case t.Narrow(len(indent)):
		indent = "    "
	}
	number := b.Mark.Text
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
