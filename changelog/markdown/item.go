package markdown

import "strings"

// item is a bullet with all that belongs to it.
type item struct {
	line int
	// content follows the marker; rest are the lines after the first.
	content string
	rest    []line
	// depth is where the lines after the first stand.
	depth int
}

// krelIndent is the indent of continuation lines, whatever the bullet's: the
// tool writes two spaces after each line end.
const krelIndent = 2

// items cuts the lines of a section into its bullets; loose are the lines that
// belong to none.
func items(lines []line) (found []item, loose []line) {
	c := cutter{lines: lines}
	for i, l := range lines {
		c.take(i, l)
	}
	return c.found, c.loose
}

// cutter is the state of [items].
type cutter struct {
	lines []line
	found []item
	loose []line
	// open: the last item may go on. tailed: it has its tail already. gap: a
	// blank line stands before.
	open, tailed, gap bool
	// base is the indent of the section's first bullet.
	base int
}

func (c *cutter) take(i int, l line) {
	content, bullet := l.bullet()
	switch {
	case bullet && c.topLevel(i, l):
		if len(c.found) == 0 {
			c.base = l.indent
		}
		c.found = append(c.found, item{line: l.number, content: content, depth: krelIndent})
		c.open, c.tailed = true, tailed(content)
	case c.open && !bullet && !l.fenced && !l.blank() && l.indent < krelIndent && c.gap && c.tailed:
		// A paragraph of the section, not of the entry.
		c.open = false
		c.loose = append(c.loose, l)
	case c.open:
		last := &c.found[len(c.found)-1]
		last.rest = append(last.rest, l)
		c.tailed = c.tailed || tailed(l.rest)
	default:
		c.loose = append(c.loose, l)
	}
	c.gap = l.blank()
}

// topLevel tells a bullet of the section from one inside of an entry. The urgent
// notes are printed with a space before each but the first, or with one before
// the first and two before the others (1.24.0-alpha.2); then a bullet at two
// columns begins an entry if the last is complete and this one is, too.
func (c *cutter) topLevel(i int, l line) bool {
	const mostIndent = 3
	return !c.open || l.indent <= max(1, c.base) || c.base > 0 && l.indent <= mostIndent && c.tailed && c.complete(i)
}

// complete looks ahead: the bullet has a tail before the next bullet begins.
func (c *cutter) complete(i int) bool {
	for j, l := range c.lines[i:] {
		if _, bullet := l.bullet(); bullet && j > 0 {
			return false
		}
		if tailed(l.rest) {
			return true
		}
	}
	return false
}

// paragraphItems cuts lines that belong to no bullet into paragraphs.
func paragraphItems(lines []line) (found []item) {
	next := 0
	for _, l := range lines {
		switch {
		case l.blank() && !l.fenced:
			next = 0
			continue
		case l.number == next:
			last := &found[len(found)-1]
			last.rest = append(last.rest, l)
		default:
			found = append(found, item{line: l.number, content: l.rest})
		}
		next = l.number + 1
	}
	return found
}

// text is the markdown of the item, without its bullet and indent.
func (it item) text() string {
	if len(it.rest) == 0 {
		return it.content
	}
	var b strings.Builder
	b.WriteString(it.content)
	for _, l := range it.rest {
		b.WriteByte('\n')
		b.WriteString(strings.TrimRight(l.without(it.depth), "\r"))
	}
	return strings.TrimSpace(b.String())
}
