package reader

import "github.com/kubedelta/kubedelta/discovery/manifest/tree"

// escapes are the single-character escapes that the fast parser supports.
var escapes = [256]byte{'n': '\n', 't': '\t', 'r': '\r', '"': '"', '\\': '\\', '/': '/', 'e': 0x1b, 'b': '\b', 'f': '\f', 'a': '\a', 'v': '\v', ' ': ' '} //nolint:gochecknoglobals // a constant

// quotedText is the state while a quoted scalar is read.
type quotedText struct {
	style        tree.Style
	from         int
	line, column int32
	// begin is the beginning of its value in the arena, and done the offset up to which the text
	// was copied there.
	begin, done int
	// copied says that the value differs from the text between the quotes.
	copied bool
}

// take copies the text up to i to the value.
func (q *quotedText) take(p *fast, i int) {
	p.arena = append(p.arena, p.s[q.done:i]...)
	q.copied = true
}

// end adds the scalar whose closing quote is at i, and moves after it.
func (q *quotedText) end(p *fast, i int, h head) bool {
	value := p.s[q.done:i]
	if q.copied {
		q.take(p, i)
		value = p.kept(q.begin)
	}
	p.leaf(tree.String, q.style, value, q.from, i+1, q.line, q.column, h)
	p.pos = i + 1
	return true
}

// quoted reads a scalar in quotes. In single quotes, a quote is doubled; in double quotes, it is
// escaped.
func (p *fast) quoted(quote byte, h head) bool {
	s, escape := p.s, quote
	q := quotedText{style: tree.SingleQuoted, from: p.pos, line: p.line, column: p.column(p.pos), begin: len(p.arena), done: p.pos + 1}
	if quote == '"' {
		q.style, escape = tree.DoubleQuoted, '\\'
	}
	for i := until(s, q.done, quote, escape); i < len(s); i = until(s, i+1, quote, escape) {
		switch c := s[i]; {
		case c == '\n' || c == '\r':
			if !q.fold(p, i) {
				return false
			}
			i = q.done - 1
		case c == '\\' && quote == '"':
			if i+1 == len(s) || escapes[s[i+1]] == 0 {
				return false
			}
			q.take(p, i)
			p.arena = append(p.arena, escapes[s[i+1]])
			i++
			q.done = i + 1
		case c == quote && quote == '\'' && i+1 < len(s) && s[i+1] == quote:
			i++
			q.take(p, i)
			q.done = i + 1
		case c == quote:
			return q.end(p, i, h)
		}
	}
	return false
}

// fold reads the line end at i, with the blanks around it and the empty lines after it. The value
// has a space for it, or a line end for each empty line.
func (q *quotedText) fold(p *fast, i int) bool {
	s, end := p.s, i
	for end > q.done && (s[end-1] == ' ' || s[end-1] == '\t') {
		end--
	}
	q.take(p, end)
	for lines := 0; ; lines++ {
		if lines > 1 {
			p.arena = append(p.arena, '\n')
		}
		if i == len(s) || s[i] != '\n' && s[i] != '\r' {
			if lines == 1 {
				p.arena = append(p.arena, ' ')
			}
			q.done = i
			return i < len(s)
		}
		if s[i] == '\r' {
			i++ // the fast parser does not read texts with a lone carriage return
		}
		i++
		p.line++
		p.start = i
		if i < len(s) && marker(s, i) {
			return false
		}
		for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
			i++
		}
	}
}
