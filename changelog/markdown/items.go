package markdown

import (
	"slices"
	"strings"
)

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

// mostNesting limits the depth of groups in groups.
const mostNesting = 4

// expand returns the notes in an item. A bullet that only names its children ("- kubelet", 1.13 to
// 1.18) is a group: group is its label, and the children are the notes. Any other item is one note.
func (it item) expand() (group string, children []item) {
	head, parts := it.children()
	if len(parts) == 0 || tailed(it.content) || slices.ContainsFunc(it.rest[:head], func(l line) bool { return tailed(l.rest) }) {
		return "", nil
	}
	beforeLast := slices.ContainsFunc(parts[:len(parts)-1], item.complete)
	label := len(parts) == 1 && parts[0].complete() && head == firstText(it.rest) && isLabel(it.content)
	if beforeLast || label {
		return strings.TrimSpace(strings.ReplaceAll(it.content, "**", "")), parts
	}
	return "", nil
}

// children splits an item at the bullets directly below it. head is the number of lines before
// them, after the first line.
func (it item) children() (head int, parts []item) {
	head = -1
	level := 0
	for i, l := range it.rest {
		content, bullet := l.bullet()
		if bullet && head < 0 {
			head, level = i, l.indent
		}
		if bullet && l.indent <= level+1 {
			parts = append(parts, item{line: l.number, content: content, depth: l.indent + krelIndent})
		} else if len(parts) > 0 {
			last := &parts[len(parts)-1]
			last.rest = append(last.rest, l)
		}
	}
	return head, parts
}

// complete reports whether the tail is at the end, or at the end of the first line.
func (it item) complete() bool {
	if tailed(it.content) {
		return true
	}
	for i := len(it.rest) - 1; i >= 0; i-- {
		if !it.rest[i].blank() {
			return tailed(it.rest[i].rest)
		}
	}
	return false
}

func firstText(lines []line) int {
	if i := slices.IndexFunc(lines, func(l line) bool { return !l.blank() }); i >= 0 {
		return i
	}
	return len(lines)
}

// isLabel reports whether the text is only the name of a component or an area.
func isLabel(s string) bool {
	const mostWords = 3
	return len(strings.Fields(s)) <= mostWords && !strings.HasSuffix(s, ".")
}

// sequel splits a bullet that contains several complete notes. 1.16 and 1.17 have lines without
// their bullets, and 1.18 has a note whose children are notes of other pull requests. A line that
// ends with a pull request and an author or a SIG ends a note. The text after the last such line
// belongs to it.
func (it item) sequel() []item {
	var ends []int
	if whole(it.content) {
		ends = append(ends, 0)
	}
	for i, l := range it.rest {
		if !l.fenced && whole(l.rest) {
			ends = append(ends, i+1)
		}
	}
	if len(ends) < 2 {
		return []item{it}
	}
	parts := []item{it}
	parts[0].rest = it.rest[:ends[0]]
	for i, end := range ends[:len(ends)-1] {
		last := len(it.rest)
		if i+2 < len(ends) {
			last = ends[i+1]
		}
		lines := it.rest[end:last]
		first := firstText(lines)
		l := lines[first]
		part := item{line: l.number, content: l.rest, depth: it.depth, rest: lines[first+1:]}
		if content, bullet := l.bullet(); bullet {
			part.content, part.depth = content, l.indent+krelIndent
		}
		parts = append(parts, part)
	}
	return parts
}

// whole reports whether the line ends with a tail that has more than a number.
func whole(s string) bool {
	if !tailed(s) {
		return false
	}
	_, t, ok := cutTail(s)
	return ok && len(t.refs) > 0 && len(t.authors)+len(t.sigs) > 0
}
