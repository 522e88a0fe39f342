package markdown

import "strings"

// item is a bullet with everything that belongs to it.
type item struct {
	line int
	// content follows the marker. rest is the lines after the first.
	content string
	rest    []line
	// depth is the indent of the lines after the first.
	depth int
}

// krelIndent is the indent of continuation lines for any bullet: the release team's tool, krel,
// writes two spaces after each line end.
const krelIndent = 2

// items splits the lines of a section into bullets. loose is the lines outside of bullets.
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
	// open: the last item may continue. tailed: it already has a tail. gap: the line before is
	// blank.
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
		// It is a paragraph of the section, not of the item.
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

// topLevel reports whether a bullet belongs to the section, and not to another bullet. The urgent
// notes are printed with a space before each but the first, or with one before the first and two
// before the others (1.24.0-alpha.2). Then a bullet at two columns begins a note if both the last
// note and this one are complete.
func (c *cutter) topLevel(i int, l line) bool {
	const mostIndent = 3
	return !c.open || l.indent <= max(1, c.base) || c.base > 0 && l.indent <= mostIndent && c.tailed && c.complete(i)
}

// complete reports whether the bullet has a tail before the next bullet.
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

// paragraphItems splits lines outside of bullets into paragraphs.
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

// text returns the markdown of the item, without its bullet and indent.
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
