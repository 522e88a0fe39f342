package markdown

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
