package reader

import (
	"bytes"

	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
)

// Trees reads a YAML text with the fast parser and calls visit with each document that has content,
// and its line, until visit returns false. It reports false if a document is not in the subset of
// the fast parser, or has an anchor or a repeated key; it then did not read that document and those
// after it. The tree is valid until visit returns.
func Trees(data []byte, visit func(t *tree.Tree, line int) bool) bool {
	var r Reader
	text := view(data)
	r.look(text)
	if r.kind.odd || r.kind.loneCR {
		return false
	}
	r.keys.unique = true
	p := &r.fast
	p.nodes = make([]tree.Node, 0, min(bytes.Count(data, []byte("\n")), maxNodes))
	for pos, line := 0, int32(1); ; {
		if pos, line = r.lineOfContent(pos, line); pos == len(text) {
			return true
		}
		r.keys.reset()
		if !p.document(text, pos, line) || len(p.anchors) > 0 || r.keys.second > 0 {
			return false
		}
		if !visit(&tree.Tree{Nodes: p.nodes}, int(p.nodes[0].ValueLine)) {
			return true
		}
		pos, line = p.pos, p.line
	}
}

// lineOfContent skips markers, comments and empty lines, and returns the next line with content.
func (r *Reader) lineOfContent(pos int, line int32) (int, int32) {
	s := r.text
	for pos < len(s) {
		i := pos
		if s[i] == '-' && marker(s, i) {
			i += len("---")
		}
		if i = blanks(s, i); i < len(s) && s[i] != '\n' && s[i] != '\r' && s[i] != '#' {
			return pos, line
		}
		pos, line = r.lineAfter(i, line)
	}
	return pos, line
}
