package reader

import (
	"strings"
)

// jsonContent reads the JSON values from i, each as a document, up to a marker or the end. i is in
// the line that begins at start. It reports false if the text is not JSON and must be read as YAML.
func (r *Reader) jsonContent(c chunk, start, i int, line int32) (chunk, bool) {
	if strings.HasPrefix(r.text[i:], "{{") {
		return c, false
	}
	for n := 0; ; n++ {
		p := r.jsonAt(r.text, start, i, line)
		fault := p.value(head{})
		end, endLine, more := p.pos, p.line, false
		if fault == "" {
			more, fault = p.another()
		}
		if fault != "" {
			if n == 0 {
				if next, decided := r.notJSON(c, start, i, line); decided {
					return next, next.begin > c.begin
				}
			}
			var ok bool
			if start, line, ok = r.resume(i, line, p, fault); !ok {
				return chunk{begin: start, line: line}, true
			}
			c, i = chunk{begin: start, line: line}, start
			continue
		}
		r.tree.Nodes = p.nodes
		r.emit(c, end)
		c = chunk{begin: end, line: endLine}
		start, i, line = p.start, p.pos, p.line
		if !more {
			return chunk{begin: i, line: line}, true
		}
	}
}

// jsonAt returns the parser at the value at i of a text, in the line that begins at start.
func (r *Reader) jsonAt(text string, start, i int, line int32) *jsonParser {
	p := &r.json
	p.ascii, p.base, p.odd, p.keys = r.kind.ascii, int(r.base), r.kind.odd, &r.keys
	r.keys.reset()
	p.begin(text, start, line)
	p.pos = i
	return p
}

// notJSON handles a document that begins like JSON and is not valid JSON. It may be valid YAML. If
// it is not, and the text continues as JSON values, only the first value is invalid; decided is
// then false.
func (r *Reader) notJSON(c chunk, start, i int, line int32) (next chunk, decided bool) {
	end, endLine := r.endOf(start, line)
	text := r.text[c.begin:end]
	if r.slow.read(r, text, c).Reason == "" {
		r.tree.Nodes = r.slow.nodes
		r.emit(c, end)
		return chunk{begin: end, line: endLine}, true
	}
	if r.commented(c, start, i, end, line) {
		return chunk{begin: end, line: endLine}, true
	}
	behind := strings.TrimLeft(r.text[i+1:end], " \t\r\n")
	if strings.Contains(text, "{{") || behind != "" && strings.IndexByte(`"{[}]`, behind[0]) < 0 && strings.Contains(behind, ":") {
		return c, true
	}
	return c, false
}

// resume reports that the value at i is invalid, and returns where the next may begin: at the next
// line that begins like a value, as in JSON lines. It reports false if there is none before the
// next marker.
func (r *Reader) resume(i int, line int32, p *jsonParser, fault string) (int, int32, bool) {
	r.unreadable(r.baseLine+int(p.line), "not valid JSON: "+fault)
	r.waste += p.pos - i
	tired := r.waste > 8*len(r.text)+1<<20
	if tired {
		r.problem(r.baseLine+int(line), r.result.Documents, "too many of its values are invalid; the rest was not read")
	}
	for {
		i, line = r.lineAfter(i, line)
		switch {
		case i >= len(r.text) || marker(r.text, i):
			return i, line, false
		case !tired && (r.text[i] == '{' || r.text[i] == '['):
			return i, line, true
		}
	}
}
