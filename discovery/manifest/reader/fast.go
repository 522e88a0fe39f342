package reader

import (
	"strings"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// fast parses a YAML document in the subset that manifests use. Its functions report false if the
// text is not in the subset, is invalid, or might be read differently by yaml.v3; the document is
// then read by the slow parser. They leave the parser at the next line with content.
type fast struct {
	cursor
	// indent is the number of spaces before the content at pos, after next; -1 at the end of the
	// document.
	indent int
	// commented says that there was a comment before the content at pos.
	commented bool
	anchors   []anchor
	// merged counts the work of merging.
	merged int
}

// maxFastDepth limits the depth of the fast parser. Manifests are far below it.
const maxFastDepth = 200

// maxKey limits the length of a key. YAML requires the colon within 1024 characters.
const maxKey = 1000

// head is the key of a value and its place. For an item of a list, it is zero.
type head struct {
	key          string
	line, column int32
}

// document reads the document whose first line with content begins at pos.
func (p *fast) document(s string, pos int, line int32) bool {
	p.begin(s, pos, line)
	p.anchors, p.merged = p.anchors[:0], 0
	if !p.next() || p.indent < 0 {
		return false
	}
	if !p.dash() {
		// A scalar at the root is read by the slow parser.
		if _, _, colon, ok := p.key(p.pos); !ok || colon < 0 {
			return false
		}
	}
	return p.node(-1, head{}) && p.indent < 0
}

// next moves to the next line with content. The parser must be at the end or at the beginning of a
// line.
func (p *fast) next() bool {
	s, i := p.s, p.pos
	p.commented = false
	for {
		begin := i
		if i = blanks(s, i); i == len(s) {
			p.pos, p.indent = i, -1
			return true
		}
		if letters[s[i]] {
			return p.arrive(begin, i)
		}
		switch s[i] {
		case '\n':
			i++
		case '\r':
			i += 2 // the fast parser does not read texts with a lone carriage return
		case '#':
			p.commented = true
			i = min(lineFeed(s, i)+1, len(s))
		case '\t':
			return false
		case '%':
			return begin != i && p.arrive(begin, i)
		case '-', '.':
			if begin == i && marker(s, i) {
				p.pos, p.start, p.indent = i, i, -1
				return true
			}
			return p.arrive(begin, i)
		default:
			return p.arrive(begin, i)
		}
		p.line++
		p.start = i
	}
}

// arrive sets the position to the content at i, in the line that begins at begin.
func (p *fast) arrive(begin, i int) bool {
	p.pos, p.start, p.indent = i, begin, i-begin
	return true
}

// marker reports whether a document ends or begins at i, the beginning of a line.
func marker(s string, i int) bool {
	if i+3 > len(s) || s[i+1] != s[i] || s[i+2] != s[i] || s[i] != '-' && s[i] != '.' {
		return false
	}
	return i+3 == len(s) || s[i+3] == '\n' || s[i+3] == ' ' || s[i+3] == '\r' || s[i+3] == '\t'
}

// blankAt reports whether there is a blank, or the end of the line or of the text, at i.
func (p *fast) blankAt(i int) bool { return i >= len(p.s) || spaces[p.s[i]] }

// spaces are the bytes that end a key after its colon. A lookup is one branch that is predicted
// well; comparisons with each are not, because half of all values are in the next line.
var spaces = [256]bool{' ': true, '\n': true, '\r': true, '\t': true} //nolint:gochecknoglobals // a constant

// dash reports whether an item of a list begins at pos.
func (p *fast) dash() bool { return p.s[p.pos] == '-' && p.blankAt(p.pos+1) }

// node reads the value at pos, which is the first in its line after the indentation, or after the
// dash of a list. Its lines are indented by more than parent.
func (p *fast) node(parent int, h head) bool {
	if p.dash() {
		return p.list(p.indent, false, h)
	}
	from, to, colon, ok := p.key(p.pos)
	switch {
	case !ok:
		return false
	case colon >= 0:
		return p.mapping(p.indent, from, to, colon, h)
	default:
		return p.inline(parent, h)
	}
}

// key looks for a key at i and its colon. The text of the key is s[from:to]; colon is -1 if there
// is no key.
func (p *fast) key(i int) (from, to, colon int, ok bool) {
	if !letters[p.s[i]] {
		switch c := p.s[i]; c {
		case '"', '\'':
			return p.quotedKey(i, c)
		case '|', '>', '{', '[':
			return 0, 0, -1, true
		}
		if !plainStart(p.s, i) {
			return 0, 0, 0, false
		}
	}
	s := p.s
	if at := until(s, i, ':', '#'); at+1 < len(s) && s[at] == ':' && spaces[s[at+1]] && s[at-1] != ' ' && at-i <= maxKey { // as most keys
		return i, at, at, true
	}
	colon, ok = p.plainKey(i)
	return i, colon, colon, ok
}

func (p *fast) quotedKey(i int, quote byte) (from, to, colon int, ok bool) {
	s := p.s
	end := strings.IndexByte(s[i+1:], quote)
	if end < 0 {
		return 0, 0, 0, false
	}
	from, to = i+1, i+1+end
	colon = to + 1
	if colon >= len(s) || s[colon] != ':' {
		return 0, 0, -1, true
	}
	text := s[from:to]
	return from, to, colon, len(text) <= maxKey && p.blankAt(colon+1) && strings.IndexByte(text, '\\') < 0 && strings.IndexByte(text, '\n') < 0
}

// plainKey returns the offset of the colon after the plain key at i; -1 if there is none.
func (p *fast) plainKey(i int) (colon int, ok bool) {
	s := p.s
	for j := i; ; j++ {
		if j = until(s, j, ':', '#'); j >= len(s) {
			return -1, true
		}
		switch s[j] {
		case ':':
			if !p.blankAt(j + 1) {
				continue
			}
			return j, j-i <= maxKey && s[j-1] != ' '
		case '#':
			if s[j-1] != ' ' {
				continue
			}
			return -1, true
		case '\t':
			return -1, false
		default:
			return -1, true
		}
	}
}

// mapping reads a block map whose keys are in the column indent. The first key is known.
func (p *fast) mapping(indent, from, to, colon int, h head) bool {
	if p.depth == maxFastDepth {
		return false
	}
	at := p.open(tree.Map, tree.Plain, p.pos, h)
	var keys keySet
	var ok bool
	merged, before := 0, 0
	for {
		entry := head{key: p.s[from:to], line: p.line, column: p.column(p.pos)}
		if from == p.pos {
			if entry.key, ok = plainName(entry.key); !ok {
				return false
			}
		}
		if entry.key == "<<" && p.s[p.pos] == '<' {
			if merged > 0 {
				return false
			}
			before = len(p.nodes)
			if merged, ok = p.merges(colon); !ok {
				return false
			}
		} else {
			keys.add(entry.key)
			if !p.entry(indent, colon, entry) || p.full() {
				return false
			}
		}
		if p.indent != indent {
			break
		}
		if from, to, colon, ok = p.key(p.pos); !ok || colon < 0 {
			return false
		}
	}
	p.close(at)
	p.keys.look(p.nodes, at, keys)
	if merged > 0 && (keys.count > maxMergeKeys || !p.merge(at, merged, before)) {
		return false
	}
	return p.indent < indent
}

// entry reads the value after the colon of a key.
func (p *fast) entry(indent, colon int, h head) bool {
	i := colon + 1
	for i < len(p.s) && p.s[i] == ' ' {
		i++
	}
	if i < len(p.s) && p.s[i] != '\n' && p.s[i] != '\r' && p.s[i] != '#' {
		if p.pos = i; letters[p.s[i]] {
			return p.plain(indent, h)
		}
		return p.inline(indent, h)
	}
	line, column := p.line, p.column(colon+1)
	if !p.skipLine(i) {
		return false
	}
	switch {
	case p.indent > indent:
		return p.node(indent, h)
	case p.indent == indent && p.dash():
		return p.list(indent, true, h)
	default:
		p.leaf(tree.Null, tree.Plain, "", colon+1, colon+1, line, column, h)
		return true
	}
}

// list reads a block list whose dashes are in the column indent. A list that is the value of a key
// may be in the column of the key; a line without a dash is then the next key.
func (p *fast) list(indent int, ofKey bool, h head) bool {
	if p.depth == maxFastDepth {
		return false
	}
	at := p.open(tree.List, tree.Plain, p.pos, h)
	for {
		if !p.item(indent) || p.full() {
			return false
		}
		if p.indent != indent {
			break
		}
		if !p.dash() {
			if !ofKey {
				return false
			}
			break
		}
	}
	p.close(at)
	return p.indent < indent || ofKey && p.indent == indent
}

// item reads the value after a dash.
func (p *fast) item(indent int) bool {
	dash := p.pos
	i := dash + 1
	for i < len(p.s) && p.s[i] == ' ' {
		i++
	}
	if i < len(p.s) && p.s[i] != '\n' && p.s[i] != '\r' && p.s[i] != '#' {
		if p.s[i] == '\t' {
			return false
		}
		p.pos, p.indent = i, i-p.start
		return p.node(indent, head{})
	}
	line, column := p.line, p.column(dash+1)
	if !p.skipLine(i) {
		return false
	}
	if p.indent > indent {
		return p.node(indent, head{})
	}
	p.leaf(tree.Null, tree.Plain, "", dash+1, dash+1, line, column, head{})
	return true
}

// inline reads a scalar or a flow collection.
func (p *fast) inline(parent int, h head) bool {
	if letters[p.s[p.pos]] {
		return p.plain(parent, h)
	}
	switch p.s[p.pos] {
	case '"', '\'':
		return p.quoted(p.s[p.pos], h) && p.skipLine(p.pos)
	case '|', '>':
		return p.block(parent, h)
	case '{', '[':
		return p.flow(h) && p.skipLine(p.pos)
	case '&':
		return p.anchored(parent, h)
	case '*':
		return p.alias(h) && p.skipLine(p.pos)
	default:
		return plainStart(p.s, p.pos) && p.plain(parent, h)
	}
}

// skipLine skips the blanks and the comment after a value, from i, and moves to the next content.
// Anything else on the line is not in the subset.
func (p *fast) skipLine(i int) bool {
	s := p.s
	begin := i
	i = blanks(s, i)
	switch {
	case i < len(s) && s[i] == '\n':
		i++
	case i == len(s):
		p.pos = i
		return p.next()
	case s[i] == '\r':
		i += 2
	case s[i] == '#' && (i > begin || s[i-1] == ' '):
		if i = lineFeed(s, i) + 1; i > len(s) {
			p.pos = len(s)
			return p.next()
		}
	default:
		return false
	}
	p.line++
	p.pos, p.start = i, i
	return p.next()
}
