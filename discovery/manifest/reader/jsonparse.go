package reader

import (
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// jsonParser parses one JSON value (RFC 8259). Its functions return the error as text, and leave
// the cursor there.
type jsonParser struct {
	cursor
	// odd says that the text may not be valid UTF-8.
	odd bool
}

const tooEarly = "the text ends too early"

// another reports whether another value follows, and not the end or a marker.
func (p *jsonParser) another() (more bool, fault string) {
	p.blank()
	switch {
	case p.pos == len(p.s), p.pos == p.start && marker(p.s, p.pos):
		return false, ""
	case p.s[p.pos] == '{', p.s[p.pos] == '[':
		return true, ""
	default:
		return false, fmt.Sprintf("unexpected %q after the value", p.rune())
	}
}

func (p *jsonParser) rune() rune {
	r, _ := utf8.DecodeRuneInString(p.s[p.pos:])
	return r
}

func (p *jsonParser) blank() {
	for p.pos < len(p.s) {
		switch p.s[p.pos] {
		case ' ', '\t':
			p.pos++
			continue
		case '\n':
		case '\r':
			if p.pos+1 < len(p.s) && p.s[p.pos+1] == '\n' {
				p.pos++
			}
		default:
			return
		}
		p.pos++
		p.line++
		p.start = p.pos
	}
}

// value reads the value at pos, and moves to its end.
func (p *jsonParser) value(h head) string {
	if p.pos == len(p.s) {
		return tooEarly
	}
	if p.full() {
		return fmt.Sprintf("it contains more than %d values", maxNodes)
	}
	if p.depth > maxDepth {
		return fmt.Sprintf("nested more than %d levels deep", maxDepth)
	}
	switch p.s[p.pos] {
	case '{':
		return p.object(h)
	case '[':
		return p.array(h)
	case '"':
		from, column := p.pos, p.column(p.pos)
		text, fault := p.text()
		if fault == "" {
			p.leaf(tree.String, tree.JSON, text, from, p.pos, p.line, column, h)
		}
		return fault
	default:
		return p.literal(h)
	}
}

func (p *jsonParser) object(h head) (fault string) {
	at, keys := p.open(tree.Map, tree.JSON, p.pos, h), keySet{}
	p.pos++
	for p.blank(); ; p.blank() {
		switch {
		case p.pos == len(p.s):
			return tooEarly
		case p.s[p.pos] == '}' && keys.count == 0:
			p.pos++
			p.close(at)
			return ""
		case p.s[p.pos] != '"':
			return fmt.Sprintf("unexpected %q, expected a key in quotes", p.rune())
		}
		entry := head{line: p.line, column: p.column(p.pos)}
		if entry.key, fault = p.text(); fault != "" {
			return fault
		}
		if p.blank(); p.pos == len(p.s) {
			return tooEarly
		} else if p.s[p.pos] != ':' {
			return fmt.Sprintf("unexpected %q, expected a colon", p.rune())
		}
		p.pos++
		p.blank()
		if fault = p.value(entry); fault != "" {
			return fault
		}
		keys.add(entry.key)
		if done, fault := p.comma('}'); done || fault != "" {
			p.close(at)
			p.keys.look(p.nodes, at, keys)
			return fault
		}
	}
}

func (p *jsonParser) array(h head) (fault string) {
	at := p.open(tree.List, tree.JSON, p.pos, h)
	p.pos++
	if p.blank(); p.pos < len(p.s) && p.s[p.pos] == ']' {
		p.pos++
		p.close(at)
		return ""
	}
	for {
		p.blank()
		if fault = p.value(head{}); fault != "" {
			return fault
		}
		if done, fault := p.comma(']'); done || fault != "" {
			p.close(at)
			return fault
		}
	}
}

// comma reads the comma or the end after a member.
func (p *jsonParser) comma(end byte) (done bool, fault string) {
	p.blank()
	switch {
	case p.pos == len(p.s):
		return false, tooEarly
	case p.s[p.pos] == end:
		p.pos++
		return true, ""
	case p.s[p.pos] == ',':
		p.pos++
		return false, ""
	default:
		return false, fmt.Sprintf("unexpected %q, expected a comma or %q", p.rune(), end)
	}
}

// literal reads a number, a boolean or null.
func (p *jsonParser) literal(h head) string {
	i := p.pos
	for i < len(p.s) && literalByte(p.s[i]) {
		i++
	}
	text := p.s[p.pos:i]
	kind := tree.Null
	switch {
	case text == "null":
	case text == "true" || text == "false":
		kind = tree.Bool
	case isNumber(text):
		kind = tree.Number
	default:
		return fmt.Sprintf("unexpected %q, expected a value", p.rune())
	}
	p.leaf(kind, tree.JSON, text, p.pos, i, p.line, p.column(p.pos), h)
	p.pos = i
	return ""
}

func literalByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'E'
}

// isNumber reports whether a text is a number by the grammar of RFC 8259.
func isNumber(s string) bool {
	i := 0
	digits := func() bool {
		from := i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i > from
	}
	if i < len(s) && s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else if !digits() {
		return false
	}
	if i < len(s) && s[i] == '.' {
		if i++; !digits() {
			return false
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if !digits() {
			return false
		}
	}
	return i == len(s)
}

// text reads the string at pos.
func (p *jsonParser) text() (text, fault string) {
	s, begin := p.s, len(p.arena)
	done := p.pos + 1
	for i := until(s, done, '"', '\\'); i < len(s); i = until(s, i+1, '"', '\\') {
		switch c := s[i]; {
		case c == '"':
			text = s[done:i]
			if len(p.arena) > begin {
				p.arena = append(p.arena, text...)
				text = p.kept(begin)
			}
			if p.odd && !utf8.ValidString(text) {
				return "", "a string is not valid UTF-8"
			}
			p.pos = i + 1
			return text, ""
		case c < 0x20:
			p.pos = i
			return "", fmt.Sprintf("unexpected %q in a string", c)
		case c == '\\':
			size := p.escape(i, done)
			if size == 0 {
				p.pos = i
				return "", "a string has an invalid escape"
			}
			i += size - 1
			done = i + 1
		}
	}
	p.pos = len(s)
	return "", tooEarly
}

// escape adds the text from done and the escape at i to the arena, and returns the size of the
// escape; 0 if it is not valid.
func (p *jsonParser) escape(i, done int) (size int) {
	s := p.s
	if i+1 >= len(s) {
		return 0
	}
	var r rune
	switch c := s[i+1]; c {
	case 'u':
		r = unicodeEscape(s, i)
		size = 6
		if utf16.IsSurrogate(r) {
			r = utf16.DecodeRune(r, unicodeEscape(s, i+6))
			size = 12
		}
		if r < 0 || size == 12 && r == utf8.RuneError {
			return 0
		}
	case 'n', 't', 'r', '"', '\\', '/', 'b', 'f':
		r, size = rune(escapes[c]), 2
	default:
		return 0
	}
	p.arena = utf8.AppendRune(append(p.arena, s[done:i]...), r)
	return size
}

// unicodeEscape reads \uXXXX at i; -1 if there is none.
func unicodeEscape(s string, i int) rune {
	if i+6 > len(s) || s[i] != '\\' || s[i+1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(s[i+2:i+6], 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}
