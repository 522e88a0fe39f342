package reader

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// flow reads a flow collection without comments, on one or more lines.
func (p *fast) flow(h head) bool {
	if p.depth == maxFastDepth {
		return false
	}
	kind, end := tree.Map, byte('}')
	if p.s[p.pos] == '[' {
		kind, end = tree.List, ']'
	}
	at, keys := p.open(kind, tree.Plain, p.pos, h), keySet{}
	p.pos++
	for first := true; ; first = false {
		if !p.flowBlank() {
			return false
		}
		if p.s[p.pos] == end && first {
			break
		}
		var entry head
		var ok bool
		if kind == tree.Map {
			if entry, ok = p.flowKey(); !ok {
				return false
			}
			keys.add(entry.key)
		}
		if !p.flowValue(entry) || !p.flowBlank() || p.full() {
			return false
		}
		if p.s[p.pos] == end {
			break
		}
		if p.s[p.pos] != ',' {
			return false
		}
		p.pos++
	}
	p.pos++
	p.close(at)
	p.keys.look(p.nodes, at, keys)
	return true
}

// flowBlank skips spaces and line ends. It reports false at the end of the text, and for text that
// is not in the subset.
func (p *fast) flowBlank() bool {
	for p.pos < len(p.s) {
		switch p.s[p.pos] {
		case ' ':
			p.pos++
		case '\r':
			p.pos++ // the fast parser does not read texts with a lone carriage return
		case '\n':
			p.pos++
			p.line++
			p.start = p.pos
			if p.pos < len(p.s) && (p.s[p.pos] == '-' || p.s[p.pos] == '.' || p.s[p.pos] == '%') {
				return false
			}
		case '#', '\t':
			return false
		default:
			return true
		}
	}
	return false
}

func (p *fast) flowKey() (h head, ok bool) {
	h.line, h.column = p.line, p.column(p.pos)
	begin := p.pos
	if c := p.s[p.pos]; c == '"' || c == '\'' {
		end := strings.IndexByte(p.s[begin+1:], c)
		if end < 0 || end > maxKey {
			return h, false
		}
		h.key = p.s[begin+1 : begin+1+end]
		p.pos = begin + 2 + end
		if strings.ContainsAny(h.key, "\\\n") || p.pos == len(p.s) || p.s[p.pos] != ':' {
			return h, false
		}
	} else {
		end := p.flowPlain()
		if end <= begin || end-begin > maxKey || end == len(p.s) || p.s[end] != ':' || !p.blankAt(end+1) || p.s[end-1] == ' ' || p.s[begin:end] == "<<" {
			return h, false
		}
		var ok bool
		if h.key, ok = plainName(p.s[begin:end]); !ok {
			return h, false
		}
		p.pos = end
	}
	p.pos++
	return h, p.flowBlank()
}

func (p *fast) flowValue(h head) bool {
	switch p.s[p.pos] {
	case '"', '\'':
		return p.quoted(p.s[p.pos], h) && p.pos < len(p.s) && p.s[p.pos] != ':' && p.s[p.pos] != '#'
	case '{', '[':
		return p.flow(h)
	default:
		from := p.pos
		end := p.flowPlain()
		if end <= from || end == len(p.s) || p.s[end] != ',' && p.s[end] != ']' && p.s[end] != '}' {
			return false
		}
		p.pos = end
		for p.s[end-1] == ' ' {
			end--
		}
		value := p.s[from:end]
		if value == "<<" {
			return false
		}
		p.leaf(plainKind(value), tree.Plain, value, from, end, p.line, p.column(from), h)
		return true
	}
}

// flowPlain returns the end of a plain scalar in a flow collection: the first byte that may have a
// meaning there. It returns -1 if no plain scalar begins at pos.
func (p *fast) flowPlain() int {
	s, i := p.s, p.pos
	if !flowPlain[s[i]] || s[i] == ' ' || s[i] == '-' && (i+1 == len(s) || !flowPlain[s[i+1]] || s[i+1] == ' ') {
		return -1
	}
	for i < len(s) {
		if flowPlain[s[i]] {
			i++
		} else if s[i] == ':' && i+1 < len(s) && s[i+1] != ' ' && s[i+1] != '-' && flowPlain[s[i+1]] {
			i += 2
		} else {
			break
		}
	}
	return i
}

// flowPlain are the bytes of plain scalars in flow collections.
var flowPlain = func() (set [256]bool) { //nolint:gochecknoglobals // a constant
	for c := '0'; c <= '9'; c++ {
		set[c] = true
	}
	for c := 'a'; c <= 'z'; c++ {
		set[c], set[c-'a'+'A'] = true, true
	}
	for c := 0x80; c <= 0xff; c++ {
		set[c] = true // characters outside ASCII have no meaning, except in odd texts
	}
	for _, c := range "_-./ +=~^$<();\\" {
		set[c] = true
	}
	return set
}()
