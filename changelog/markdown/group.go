package markdown

import (
	"slices"
	"strings"
)

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
