package markdown

import "strings"

// fence is an open code block.
type fence struct {
	marker byte
	length int
	indent int
}

// markFences marks the lines of code blocks, so that headings and bullets in them are not parsed.
//
// An indented block belongs to a bullet. It ends with the bullet, as in CommonMark: at the next
// bullet or heading in the first columns. #107796 of 1.24 opens a block and never closes it; 236
// notes follow. A block in the first column counts only if it is closed before a heading of the
// notes.
func markFences(lines []line) {
	closes := closers(lines)
	var open *fence
	for i := range lines {
		l := &lines[i]
		if open != nil {
			if open.closedBy(*l) {
				l.fenced, open = true, nil
				continue
			}
			if !open.endedBy(*l) {
				l.fenced = true
				continue
			}
			open = nil
		}
		f, inBullet, ok := opener(*l)
		if !ok || f.indent == 0 && closes[i+1] < 0 {
			continue
		}
		open = &f
		// The line of a bullet remains a bullet.
		l.fenced = !inBullet
	}
}

// closers returns for each line the index of the next line that could close a block, or -1.
func closers(lines []line) []int {
	next := make([]int, len(lines)+1)
	next[len(lines)] = -1
	for i := len(lines) - 1; i >= 0; i-- {
		next[i] = next[i+1]
		rest := strings.TrimRight(lines[i].rest, " \t")
		if n := run(rest); n >= 3 && n == len(rest) {
			next[i] = i
		}
	}
	return next
}

func opener(l line) (f fence, inBullet, ok bool) {
	rest, indent := l.rest, l.indent
	if content, is := l.bullet(); is {
		rest, indent, inBullet = content, indent+2, true
	}
	n := run(rest)
	if n < 3 || rest[0] == '`' && strings.Contains(rest[n:], "`") {
		return fence{}, false, false
	}
	return fence{marker: rest[0], length: n, indent: indent}, inBullet, true
}

func (f fence) closedBy(l line) bool {
	rest := strings.TrimRight(l.rest, " \t")
	return rest != "" && rest[0] == f.marker && run(rest) == len(rest) && len(rest) >= f.length
}

// endedBy reports whether an unclosed block ends before the line.
func (f fence) endedBy(l line) bool {
	_, title, heading := l.heading()
	if f.indent == 0 {
		return heading && (meaningOf(title).known || isVersion(title))
	}
	_, bullet := l.bullet()
	return heading || bullet && l.indent <= 1
}

// run counts the backticks or tildes at the beginning of a text.
func run(s string) int {
	if s == "" || s[0] != '`' && s[0] != '~' {
		return 0
	}
	return len(s) - len(strings.TrimLeft(s, s[:1]))
}
