package reader

// anchor is the name of a scalar that was read fast. What an alias of anything
// else means is for the slow way.
type anchor struct {
	name string
	node int
}

// maxAnchors bounds the search for the anchor of an alias.
const maxAnchors = 100

// anchored reads a scalar with an anchor.
func (p *fast) anchored(parent int, h head) bool {
	name, i := p.anchorName(p.pos)
	if name == "" || i == len(p.s) || p.s[i] != ' ' {
		return false
	}
	for i < len(p.s) && p.s[i] == ' ' {
		i++
	}
	if i == len(p.s) {
		return false
	}
	switch p.s[i] {
	case '&', '*', '#', '\n', '\r', '{', '[':
		return false
	}
	p.pos = i
	node := len(p.nodes)
	p.anchors = append(p.anchors, anchor{name, node})
	return p.inline(parent, h)
}

// alias reads an alias of a scalar: its value is that of the scalar, its place
// its own.
func (p *fast) alias(h head) bool {
	name, i := p.anchorName(p.pos)
	if name == "" || !p.blankAt(i) || len(p.anchors) > maxAnchors {
		return false
	}
	for a := len(p.anchors) - 1; a >= 0; a-- {
		if p.anchors[a].name == name {
			of := p.nodes[p.anchors[a].node]
			p.leaf(of.Kind, of.Style, of.Value, p.pos, i, p.line, p.column(p.pos), h)
			added := &p.nodes[len(p.nodes)-1]
			added.Start, added.End = -1, -1
			p.pos = i
			return true
		}
	}
	return false
}

// anchorName reads the name behind the sign at i.
func (p *fast) anchorName(i int) (name string, end int) {
	for end = i + 1; end < len(p.s) && end < i+64; end++ {
		c := p.s[end]
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '_' && c != '-' {
			break
		}
	}
	return p.s[i+1 : end], end
}
