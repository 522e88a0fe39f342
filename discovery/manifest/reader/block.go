package reader

import (
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// block reads a block scalar.
func (p *fast) block(parent int, h head) bool {
	s, from, line, column := p.s, p.pos, p.line, p.column(p.pos)
	b := blockScalar{literal: s[from] == '|', out: p.arena}
	i := from + 1
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		b.strip, b.keep = s[i] == '-', s[i] == '+'
		i++
	}
	first := i
	if i = blanks(s, i); i < len(s) && s[i] == '#' && i > first {
		i = lineFeed(s, i)
	}
	if i < len(s) && s[i] == '\r' {
		i++
	}
	if i >= len(s) || s[i] != '\n' {
		return false // an indentation indicator, or no content at all
	}
	p.line++
	begin := len(p.arena)
	end, ok := b.read(p, i+1, parent)
	if !ok {
		return false
	}
	if end < 0 {
		end = first
	}
	p.arena = b.out
	style := tree.Folded
	if b.literal {
		style = tree.Literal
	}
	value := p.kept(begin)
	p.leaf(tree.String, style, value, from, end, line, column, h)
	return p.next()
}

// blockScalar builds the value of a block scalar like libyaml.
type blockScalar struct {
	literal, strip, keep bool
	indent               int
	out                  []byte
	// broken says that a line end must be written before the next line. empty counts the empty
	// lines after it. blank says that the last line began with a blank.
	broken, blank bool
	empty         int
}

// read reads the lines from i and moves p to their end. It returns the offset after the last line
// with content; -1 if there is none.
func (b *blockScalar) read(p *fast, i, parent int) (end int, ok bool) {
	s, longest := p.s, 0
	end = -1
	for i < len(s) {
		j, limit := i, len(s)
		if b.indent > 0 {
			limit = min(i+b.indent, len(s))
		}
		for j < limit && s[j] == ' ' {
			j++
		}
		if j == len(s) {
			break
		}
		switch {
		case s[j] == '\n' || s[j] == '\r':
			longest = max(longest, j-i)
			b.empty++
			i = j + 1
			if s[j] == '\r' {
				i++
			}
			p.line++
			continue
		case b.indent == 0:
			if j-i <= parent || j == i {
				return end, b.finish(p, i)
			}
			if s[j] == '\t' || longest > j-i {
				return 0, false
			}
			b.indent = j - i
		case j-i < b.indent:
			if s[j] == '\t' {
				return 0, false
			}
			return end, b.finish(p, i)
		}
		end = b.line(s, j)
		i = end
		if i < len(s) && s[i] == '\r' {
			i++
		}
		if i < len(s) {
			b.broken = true
			i++
			p.line++
		}
	}
	if i < len(s) {
		// Spaces at the end of the text are left to the slow parser.
		return 0, false
	}
	return end, b.finish(p, i)
}

// line adds the line whose text begins at j, and returns its end.
func (b *blockScalar) line(s string, j int) (end int) {
	trailing := s[j] == ' ' || s[j] == '\t'
	switch {
	case !b.broken:
	case !b.literal && !b.blank && !trailing:
		if b.empty == 0 {
			b.out = append(b.out, ' ')
		}
	default:
		b.out = append(b.out, '\n')
	}
	b.broken = false
	b.breaks()
	b.blank = trailing
	end = lineFeed(s, j)
	if end < len(s) && end > j && s[end-1] == '\r' {
		end--
	}
	b.out = append(b.out, s[j:end]...)
	return end
}

func (b *blockScalar) breaks() {
	for ; b.empty > 0; b.empty-- {
		b.out = append(b.out, '\n')
	}
}

// finish writes the line ends at the end of the scalar.
func (b *blockScalar) finish(p *fast, i int) bool {
	if b.broken && !b.strip {
		b.out = append(b.out, '\n')
	}
	if b.keep {
		b.breaks()
	}
	p.pos, p.start = i, i
	return true
}
