package reader

import (
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// indicators are the bytes with which no plain scalar of the subset begins.
var indicators = [256]bool{ //nolint:gochecknoglobals // a constant
	',': true, '[': true, ']': true, '{': true, '}': true, '#': true, '&': true, '*': true, '!': true, '|': true, '>': true,
	'\'': true, '"': true, '%': true, '@': true, '`': true, '?': true, ':': true, ' ': true, '\t': true, '\n': true, '\r': true,
}

// plainStart reports whether a plain scalar may begin at i.
func plainStart(s string, i int) bool {
	c := s[i]
	if c == '-' {
		return i+1 < len(s) && s[i+1] != ' ' && s[i+1] != '\n' && s[i+1] != '\r' && s[i+1] != '\t'
	}
	return !indicators[c]
}

// letters are the bytes with which only plain scalars begin.
var letters = func() (set [256]bool) { //nolint:gochecknoglobals // a constant
	for c := range set {
		set[c] = !indicators[c] && c != '-' && c != '.'
	}
	return set
}()

// plain reads a plain scalar, of one line or more.
func (p *fast) plain(parent int, h head) bool {
	s, from, line, column := p.s, p.pos, p.line, p.column(p.pos)
	end, ended := until(s, from, ':', '#'), false
	var ok bool
	if end < len(s) && s[end] == '\n' && s[end-1] != ' ' { // most values are one line without more
		p.line++
		p.pos, p.start = end+1, end+1
		if !p.next() {
			return false
		}
	} else {
		end, ok = p.plainEnd(end)
		ended = ok && p.pos < len(s) && s[p.pos] == '#'
		if !ok || !p.skipLine(p.pos) {
			return false
		}
	}
	value := s[from:end]
	if p.indent > parent {
		if value, end, ok = p.folded(parent, value, line); !ok || ended {
			return false
		}
	}
	if value == "<<" {
		return false
	}
	p.leaf(plainKind(value), tree.Plain, value, from, end, line, column, h)
	return true
}

// plainEnd returns the end of the part of a plain scalar in one line, and moves there.
func (p *fast) plainEnd(i int) (end int, ok bool) {
	s := p.s
	for ; ; i++ {
		if i = until(s, i, ':', '#'); i >= len(s) || s[i] == '\n' || s[i] == '\r' {
			break
		}
		switch s[i] {
		case ':':
			if p.blankAt(i + 1) {
				return 0, false
			}
			continue
		case '#':
			if s[i-1] != ' ' {
				continue
			}
		default:
			return 0, false
		}
		break
	}
	p.pos = min(i, len(s))
	end = p.pos
	for s[end-1] == ' ' {
		end--
	}
	return end, true
}

// folded joins the lines of a plain scalar: the value has a space for a line end, or a line end for
// each empty line. The parser is at the second line; line is the first.
func (p *fast) folded(parent int, first string, line int32) (value string, end int, ok bool) {
	begin := len(p.arena)
	p.arena = append(p.arena, first...)
	for p.indent > parent {
		if p.commented {
			return "", 0, false
		}
		if p.line == line+1 {
			p.arena = append(p.arena, ' ')
		}
		for ; line+1 < p.line; line++ {
			p.arena = append(p.arena, '\n')
		}
		from := p.pos
		line = p.line
		if end, ok = p.plainEnd(from); !ok {
			return "", 0, false
		}
		p.arena = append(p.arena, p.s[from:end]...)
		if p.pos < len(p.s) && p.s[p.pos] == '#' {
			// A comment ends the scalar. More indented text after it is an error.
			if !p.skipLine(p.pos) || p.indent > parent {
				return "", 0, false
			}
			break
		}
		if !p.skipLine(p.pos) {
			return "", 0, false
		}
	}
	return p.kept(begin), end, true
}
