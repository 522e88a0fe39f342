package budget

import (
	"cmp"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/order"
)

// Weight is how important a line is: what weighs least goes first.
type Weight int

// The ends of the scale. Between them the writer of a page chooses.
const (
	// Keep is for what goes only where nothing else is left to go.
	Keep Weight = 1000
	// Title is for what says what the page is.
	Title Weight = 1001
)

// Page is markdown put together from pieces that cannot be divided.
type Page struct {
	pieces []piece
	// parts are the names of the parts; the first is what stands above all headings.
	parts  []string
	notice int
	size   int
}

// piece is a line (a paragraph, a row, an item of a list with what belongs to it)
// or a head, which stands only where a line below it does.
type piece struct {
	text   string
	part   int
	weight Weight
	// level is that of a head, from 1; 0 is a line.
	level int
}

// tableHead is the level of what stands above the rows of a table or the items of
// a list: below that of every heading.
const tableHead = 7

// Heading begins a part of the page, under the name by which the notice counts
// what the part has lost. It goes with the last line up to the next heading of its
// level or a higher one.
func (p *Page) Heading(level int, name, text string) {
	p.begin()
	p.parts = append(p.parts, name)
	p.add(piece{text: text, level: level})
}

// Head adds what stands above lines: the head of a table, a sentence that
// introduces a list.
func (p *Page) Head(text string) { p.add(piece{text: text, level: tableHead}) }

// Line adds a line, with its line break.
func (p *Page) Line(w Weight, text string) { p.add(piece{text: text, weight: w}) }

// Notice marks the place of the line that says what was left out. Without a mark
// it stands at the beginning.
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

// Within is the page in no more than limit bytes; 0 is no limit. What there is no
// room for goes line by line, the lightest first and of those the last first.
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

// order lists the lines in the order in which they go.
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
