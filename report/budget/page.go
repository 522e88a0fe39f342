package budget

import (
	"cmp"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/order"
)

// Weight is the importance of a line. Lines with the least weight are removed first.
type Weight int

// The ends of the scale. The writer of a page chooses the weights between them.
const (
	// Keep is for lines that are removed only if nothing else is left.
	Keep Weight = 1000
	// Title is for lines that say what the page is.
	Title Weight = 1001
)

// Page is markdown in indivisible pieces.
type Page struct {
	pieces []piece
	// parts are the names of the parts. The first part is before all headings.
	parts  []string
	notice int
	size   int
}

// piece is a line (a paragraph, a row, a list item with its details), or a head, which is removed
// with its last line.
type piece struct {
	text   string
	part   int
	weight Weight
	// level is the level of a head, from 1; 0 for a line.
	level int
}

// tableHead is the level of the head of a table or list, which is below that of every heading.
const tableHead = 7

// Heading begins a part of the page. The notice counts its lost lines under the name. A heading is
// removed if no line is left before the next heading of its level or a higher one.
func (p *Page) Heading(level int, name, text string) {
	p.begin()
	p.parts = append(p.parts, name)
	p.add(piece{text: text, level: level})
}

// Head adds the head of a table, or a sentence that introduces a list.
func (p *Page) Head(text string) { p.add(piece{text: text, level: tableHead}) }

// Line adds a line, with its line break.
func (p *Page) Line(w Weight, text string) { p.add(piece{text: text, weight: w}) }

// Notice marks the place of the notice. The default is the beginning.
func (p *Page) Notice() { p.notice = len(p.pieces) }

func (p *Page) add(one piece) {
	if one.text == "" {
		return
	}
	p.begin()
	one.part = len(p.parts) - 1
	p.pieces = append(p.pieces, one)
	p.size += len(one.text)
}

func (p *Page) begin() {
	if len(p.parts) == 0 {
		p.parts = []string{""}
	}
}

// String is the whole page.
func (p *Page) String() string {
	var b strings.Builder
	b.Grow(p.size)
	for _, one := range p.pieces {
		b.WriteString(one.text)
	}
	return b.String()
}

// Within returns the page in at most limit bytes; 0 for no limit. It removes lines, those with the
// least weight first, and of these the last first.
func (p *Page) Within(limit int, w Words) string {
	if limit <= 0 || p.size <= limit {
		return p.String()
	}
	c := p.cut(limit, w)
	for _, i := range c.order() {
		if c.size() <= limit {
			break
		}
		c.drop(i)
	}
	if text := c.String(); len(text) <= limit {
		return text
	}
	return ""
}

func (c *cut) order() []int {
	var lines []int
	for i, one := range c.pieces {
		if one.level == 0 {
			lines = append(lines, i)
		}
	}
	order.By(lines, func(a, b int) int {
		return cmp.Or(cmp.Compare(c.pieces[a].weight, c.pieces[b].weight), cmp.Compare(b, a))
	})
	return lines
}

// Lost is the number of lost lines of a part, and of all its lines.
type Lost struct {
	Part     string
	Lost, Of int
}

// Words are the texts about lost lines.
type Words struct {
	// LeftOut is the notice: a paragraph after an empty line.
	LeftOut func(lines int, parts []Lost) string
	// More is the end of a part that has lost some of its lines: a paragraph after an empty line.
	More func(lines int) string
}

// WholeInJSON says where the complete report of a command is.
const WholeInJSON = "`-o json` contains all"
