package reader

import (
	"strings"
)

// documents reads all documents of a text. Documents are parted by lines that
// begin with "---" or "...", which YAML lets stand nowhere else, not even in a
// text; those of JSON by nothing.
func (r *Reader) documents(data []byte) {
	r.look(view(data))
	if r.kind.odd && r.base <= 3 {
		// One stray byte makes a document unreadable, not the file.
		if what := strange(r.text); what != "" {
			r.problem(0, 0, what)
			return
		}
	}
	c := chunk{line: 1}
	for c.begin < len(r.text) {
		c = r.document(c)
	}
	r.baseLine += int(c.line) - 1
	r.base += int64(len(data))
}

// look takes a text to read.
func (r *Reader) look(text string) {
	r.text, r.kind = text, look(text)
	r.fast.ascii, r.fast.keys = r.kind.ascii, &r.keys
}

// chunk is what is known of a document before its content.
type chunk struct {
	// begin is where it begins: behind the document before. line is the line there.
	begin int
	line  int32
	// explicit: it has a "---", so it counts even if empty.
	explicit bool
}

// mark is the byte order mark.
const mark = "\ufeff"

// document reads one document, and tells where the next begins.
func (r *Reader) document(c chunk) chunk {
	s, pos, line := r.text, c.begin, c.line
	for pos < len(s) {
		i := pos
		switch {
		case strings.HasPrefix(s[i:], mark):
			// The file is made of several, and nobody sees the mark of the second.
			pos += len(mark)
			c.begin, c.line = pos, line
			continue
		case !marker(s, i):
		case c.explicit:
			r.empty()
			return chunk{begin: pos, line: line}
		case s[i] == '.':
			pos, line = r.lineAfter(pos, line)
			return chunk{begin: pos, line: line}
		default:
			c.explicit = true
			i += 3
		}
		for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
			i++
		}
		directive := i < len(s) && s[i] == '%' && i == pos && !c.explicit
		if i < len(s) && s[i] != '\n' && s[i] != '\r' && s[i] != '#' && !directive {
			return r.content(c, pos, i, line)
		}
		pos, line = r.lineAfter(i, line)
	}
	if c.explicit {
		r.empty()
	}
	return chunk{begin: len(s), line: line}
}

// lineAfter is the line behind the one that i stands in.
func (r *Reader) lineAfter(i int, line int32) (int, int32) {
	s := r.text[i:]
	at := strings.IndexByte(s, '\n')
	if r.kind.loneCR {
		limit := at
		if at < 0 {
			limit = len(s)
		}
		if cr := strings.IndexByte(s[:limit], '\r'); cr >= 0 && cr != at-1 {
			at = cr
		}
	}
	if at < 0 {
		return len(r.text), line
	}
	return i + at + 1, line + 1
}

// content reads the document of a chunk, whose content begins at i, in the line
// that begins at pos.
func (r *Reader) content(c chunk, pos, i int, line int32) chunk {
	if r.text[i] == '{' || r.text[i] == '[' {
		if next, ok := r.jsonContent(c, pos, i, line); ok {
			return next
		}
	}
	if !r.kind.odd && !r.kind.loneCR && (pos == i || r.text[pos] == ' ') {
		r.keys.reset()
		p := &r.fast
		p.base = int(r.base)
		if p.document(r.text, pos, line) {
			r.tree.Nodes = p.nodes
			r.emit(c, p.pos)
			return chunk{begin: p.pos, line: p.line}
		}
	}
	end, endLine := r.endOf(pos, line)
	if r.text[i] != '/' || !r.commented(c, pos, i, end, line) {
		r.readSlow(c, end, int(line))
	}
	return chunk{begin: end, line: endLine}
}

// endOf finds the end of a document whose content is at pos: the next line that
// is a marker.
func (r *Reader) endOf(pos int, line int32) (int, int32) {
	for {
		pos, line = r.lineAfter(pos, line)
		if pos >= len(r.text) || marker(r.text, pos) {
			return pos, line
		}
	}
}

func (r *Reader) empty() {
	r.result.Documents++
	r.result.Empty++
}
