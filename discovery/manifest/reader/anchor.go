package reader

import "github.com/kubedelta/kubedelta/discovery/manifest/tree"

// anchor is the name of a scalar, or of a block map that others merge. Documents with other anchors
// and aliases are read by the slow parser.
type anchor struct {
	name string
	node int
}

// maxAnchors limits the search for the anchor of an alias.
const maxAnchors = 100

// anchored reads a scalar or a block map with an anchor.
func (p *fast) anchored(parent int, h head) bool {
	name, i := p.anchorName(p.pos)
	if name == "" || !p.blankAt(i) {
		return false
	}
	if i = blanks(p.s, i); i == len(p.s) {
		return false
	}
	node := len(p.nodes)
	p.anchors = append(p.anchors, anchor{name, node})
	switch p.s[i] {
	case '&', '*', '#', '\t', '{', '[':
		return false
	case '\n', '\r':
		line, column := p.line, p.column(p.pos)
		if !p.skipLine(i) || !p.anchoredMap(parent, h) {
			return false
		}
		p.nodes[node].ValueLine, p.nodes[node].ValueColumn = line, column
		return true
	}
	p.pos = i
	return p.inline(parent, h)
}

// anchoredMap reads a block map that begins at pos, below its anchor.
func (p *fast) anchoredMap(parent int, h head) bool {
	if p.indent <= parent || p.dash() {
		return false
	}
	from, to, colon, ok := p.key(p.pos)
	return ok && colon >= 0 && p.mapping(p.indent, from, to, colon, h)
}

// alias reads an alias of a scalar. The node has the value of the scalar and the place of the
// alias.
func (p *fast) alias(h head) bool {
	name, i := p.anchorName(p.pos)
	at, ok := p.anchor(name)
	if !ok || !p.blankAt(i) {
		return false
	}
	of := p.nodes[at]
	if of.Kind == tree.Map {
		return false
	}
	p.leaf(of.Kind, of.Style, of.Value, p.pos, i, p.line, p.column(p.pos), h)
	added := &p.nodes[len(p.nodes)-1]
	added.Start, added.End = -1, -1
	p.pos = i
	return true
}

// anchor returns the node of a name.
func (p *fast) anchor(name string) (node int, ok bool) {
	if name == "" || len(p.anchors) > maxAnchors {
		return 0, false
	}
	for a := len(p.anchors) - 1; a >= 0; a-- {
		if p.anchors[a].name == name {
			return p.anchors[a].node, p.anchors[a].node < len(p.nodes)
		}
	}
	return 0, false
}

// anchorName reads the name after the & or * at i.
func (p *fast) anchorName(i int) (name string, end int) {
	for end = i + 1; end < len(p.s) && end < i+64; end++ {
		c := p.s[end]
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '_' && c != '-' {
			break
		}
	}
	return p.s[i+1 : end], end
}
