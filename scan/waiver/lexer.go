package waiver

import "strings"

// lexer distinguishes comments from similar text in strings and block scalars. It knows only as
// much of YAML as that needs, works line by line, and never fails: it reads invalid YAML as far as
// possible, and starts again at the marker of a document.
type lexer struct {
	// quote is the quote of the string that the last line left open, or 0.
	quote byte
	// flow is the depth of [ and {.
	flow int
	// open is the column of the last key or dash, to which a block scalar belongs.
	open int
	// block: the line is in a block scalar if it is indented by indent; -1 before the first line of
	// the block scalar.
	block  bool
	indent int
}

// scanned describes a line.
type scanned struct {
	// marker: the line starts or ends a document.
	marker marker
	// content: the line has something other than a comment. A blank line has neither.
	content bool
	// comment is the text of the comment, from the "#" on; "" if there is none.
	comment string
}

type marker uint8

const (
	none marker = iota
	begins
	ends
	directive
)

// line reads the next line, without its line break.
func (l *lexer) line(text string) scanned {
	if m := markerOf(text); m != none {
		*l = lexer{open: -1}
		s := scanned{marker: m}
		if m != directive {
			s.content, s.comment = l.scan(text, 3)
		}
		return s
	}
	if l.block && l.inBlock(text) {
		return scanned{content: true}
	}
	l.block = false
	// In a mapping, no string continues at the first column, so the quote did not open one.
	if l.quote != 0 && l.flow == 0 && len(text) > 0 && text[0] != ' ' && text[0] != '\t' {
		l.quote = 0
	}
	var s scanned
	s.content, s.comment = l.scan(text, 0)
	return s
}

func markerOf(text string) marker {
	switch {
	case len(text) > 0 && text[0] == '%':
		return directive
	case len(text) < 3 || len(text) > 3 && text[3] != ' ' && text[3] != '\t':
		return none
	case text[:3] == "---":
		return begins
	case text[:3] == "...":
		return ends
	}
	return none
}

// inBlock reports whether a line belongs to the open block scalar.
func (l *lexer) inBlock(text string) bool {
	indent := len(text) - len(strings.TrimLeft(text, " "))
	if indent == len(text) {
		return true
	}
	if l.indent < 0 && indent > l.open {
		l.indent = indent
	}
	return l.indent >= 0 && indent >= l.indent
}

// scan reads a line from offset i on.
func (l *lexer) scan(text string, i int) (content bool, comment string) {
	s := scanner{lexer: l, text: text, at: i, key: i, fresh: true}
	for s.at < len(text) {
		c := text[s.at]
		switch {
		case l.quote != 0:
			s.content, s.fresh = true, false
			s.at = l.quoted(text, s.at)
		case c == ' ' || c == '\t':
			s.at++
		case c == '#' && (s.at == 0 || spaceAt(text, s.at-1)):
			return s.content, text[s.at:]
		case s.bracket(c), s.indicator(c):
			s.content = true
			s.at++
		case (c == '|' || c == '>') && s.fresh && l.flow == 0 && l.header(text, s.at):
			return true, headerComment(text[s.at:])
		default:
			s.content = true
			s.value(c)
		}
	}
	return s.content || l.quote != 0, ""
}

// scanner is the lexer within a line.
type scanner struct {
	*lexer
	text string
	// at is the offset of the next character, key that of the last token.
	at, key int
	// fresh: a value or a key may start here. content: the line has some content.
	fresh, content bool
}

// bracket reads the brackets and commas of flow style. Elsewhere they are text.
func (s *scanner) bracket(c byte) bool {
	switch {
	case c == ',' && s.flow > 0:
		s.fresh = true
	case (c == '[' || c == '{') && (s.fresh || s.flow > 0):
		s.flow++
		s.fresh = true
	case (c == ']' || c == '}') && s.flow > 0:
		s.flow--
		s.fresh = false
	default:
		return false
	}
	return true
}

// indicator reads the ":" after a key, and the dash before an item.
func (s *scanner) indicator(c byte) bool {
	switch {
	case c == ':' && (!s.fresh || s.flow > 0) && s.endsKey(s.text, s.at):
		s.open = s.key
		s.fresh = true
	case s.fresh && (c == '-' || c == '?' || c == ':') && spaceAt(s.text, s.at+1):
		s.open = s.at
	default:
		return false
	}
	return true
}

// value reads a character of a scalar, or the tag or anchor before one.
func (s *scanner) value(c byte) {
	if s.fresh {
		switch c {
		case '!', '&':
			s.at = tokenEnd(s.text, s.at)
			return
		case '"', '\'':
			s.quote = c
		default:
			s.fresh = false
		}
		s.key = s.at
	}
	s.at++
}

// quoted reads the rest of a string, and returns its end or that of the line.
func (l *lexer) quoted(text string, i int) int {
	for ; i < len(text); i++ {
		switch {
		case l.quote == '"' && text[i] == '\\':
			i++
		case text[i] != l.quote:
		case l.quote == '\'' && i+1 < len(text) && text[i+1] == '\'':
			i++
		default:
			l.quote = 0
			return i + 1
		}
	}
	return len(text)
}

// endsKey reports whether the ":" at i is before white space, or after a string in JSON.
func (l *lexer) endsKey(text string, i int) bool {
	return spaceAt(text, i+1) || l.flow > 0 && i > 0 && (text[i-1] == '"' || text[i-1] == '\'')
}

func spaceAt(text string, i int) bool { return i >= len(text) || text[i] == ' ' || text[i] == '\t' }

func tokenEnd(text string, i int) int {
	for i < len(text) && text[i] != ' ' && text[i] != '\t' {
		i++
	}
	return i
}

// header reports whether a block scalar starts at i, such as "|", ">-" or "|2+", and opens it.
func (l *lexer) header(text string, i int) bool {
	end := tokenEnd(text, i)
	indicators := text[i+1 : end]
	if strings.Trim(indicators, "+-123456789") != "" || len(indicators) > 2 {
		return false
	}
	if rest := strings.TrimLeft(text[end:], " \t"); len(rest) > 0 && rest[0] != '#' {
		return false
	}
	l.block, l.indent = true, -1
	if d := strings.Trim(indicators, "+-"); d != "" {
		l.indent = max(l.open, 0) + int(d[0]-'0')
	}
	return true
}

func headerComment(text string) string {
	if i := strings.IndexByte(text, '#'); i > 0 {
		return text[i:]
	}
	return ""
}
