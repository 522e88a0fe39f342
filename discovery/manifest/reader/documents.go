package reader

import (
	"strings"
)

// documents reads all documents of a text. YAML documents are separated by lines that begin with
// "---" or "...", which YAML allows nowhere else, not even in a string. JSON values need no
// separator.
func (r *Reader) documents(data []byte) {
	r.look(view(data))
	if r.kind.odd && r.base <= 3 {
		// A single invalid byte makes only its document unreadable.
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

// look sets the current text.
func (r *Reader) look(text string) {
	r.text, r.kind = text, look(text)
	r.fast.ascii, r.fast.keys = r.kind.ascii, &r.keys
}

// chunk is the beginning of a document.
type chunk struct {
	// begin is the offset after the previous document, and line the line there.
	begin int
	line  int32
	// explicit says that it has a "---", so that it counts even if it is empty.
	explicit bool
}

// mark is the byte order mark.
const mark = "\ufeff"

// document reads one document, and returns the beginning of the next one.
func (r *Reader) document(c chunk) chunk {
	s, pos, line := r.text, c.begin, c.line
	for pos < len(s) {
		i := pos
		switch {
		case strings.HasPrefix(s[i:], mark):
			// The file was concatenated from several, and the mark is that of a later one.
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

// lineAfter returns the offset and the number of the line after the one at i.
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

// content reads the document of a chunk. Its content begins at i, in the line that begins at pos.
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

// endOf returns the end of a document whose content is at pos: the next line with a marker.
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
