package reader

import (
	"slices"
	"unicode/utf8"
	"unsafe"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// cursor is a position in a text, with the nodes of the text before it.
type cursor struct {
	s     string
	ascii bool
	// base is the offset of s in the file.
	base int
	// pos is the offset of the cursor, line its line from 1, and start the offset of that line.
	pos, start int
	line       int32
	depth      int
	nodes      []tree.Node
	// arena has the values that differ from the text, such as those with escapes.
	arena []byte
	// columnAt, columnStart and columnIs are the last column that was counted in a text that is
	// not ASCII.
	columnAt, columnStart, columnIs int
	keys                            *keyCheck
}

// maxNodes limits the tree of a document to 256 MiB.
const maxNodes = 4 << 20

// full reports whether the tree has reached its limit.
func (p *cursor) full() bool { return len(p.nodes) > maxNodes }

// begin starts a document in the line that begins at pos.
func (p *cursor) begin(s string, pos int, line int32) {
	p.s, p.pos, p.start, p.line = s, pos, pos, line
	p.nodes, p.arena, p.depth = p.nodes[:0], p.arena[:0], 0
	p.columnStart = -1
}

// open adds the node of a map or list, which is one level deeper, and close ends it.
func (p *cursor) open(kind tree.Kind, style tree.Style, i int, h head) int {
	line, column := p.line, p.column(i)
	if h.line == 0 {
		h.line, h.column = line, column
	}
	p.depth++
	n, at := p.added()
	n.Kind, n.Style, n.Key, n.Value = kind, style, h.key, ""
	n.Line, n.Column, n.ValueLine, n.ValueColumn = h.line, h.column, line, column
	n.Start, n.End, n.After = -1, -1, 0
	return at
}

func (p *cursor) close(at int) {
	p.nodes[at].After = int32(len(p.nodes))
	p.depth--
}

// leaf adds the node of a scalar whose text is from i to end.
func (p *cursor) leaf(kind tree.Kind, style tree.Style, value string, i, end int, line, column int32, h head) {
	if h.line == 0 {
		h.line, h.column = line, column
	}
	n, at := p.added()
	n.Kind, n.Style, n.Key, n.Value = kind, style, h.key, value
	n.Line, n.Column, n.ValueLine, n.ValueColumn = h.line, h.column, line, column
	n.Start, n.End, n.After = int32(p.base+i), int32(p.base+end), int32(at+1)
}

// added adds a node. Its fields have old values, so that the caller must set all of them. Making a
// node and copying it would take twice the time.
func (p *cursor) added() (n *tree.Node, at int) {
	at = len(p.nodes)
	if at == cap(p.nodes) {
		p.nodes = slices.Grow(p.nodes, 1)
	}
	p.nodes = p.nodes[:at+1]
	return &p.nodes[at], at
}

// column returns the column, from 1, of the byte i of the current line.
func (p *cursor) column(i int) int32 {
	if p.ascii {
		return int32(i - p.start + 1)
	}
	if p.columnStart != p.start || p.columnAt > i {
		p.columnStart, p.columnAt, p.columnIs = p.start, p.start, 1
	}
	p.columnIs += utf8.RuneCountInString(p.s[p.columnAt:i])
	p.columnAt = i
	return int32(p.columnIs)
}

// kept returns what was added to the arena since begin.
func (p *cursor) kept(begin int) string {
	if begin == len(p.arena) {
		return ""
	}
	return unsafe.String(&p.arena[begin], len(p.arena)-begin)
}
