package reader

import "strings"

// commented reads JSON with comments or trailing commas, as editors and compilers allow it
// in their settings (.vscode/settings.json, tsconfig.json). It reports false where the
// document from i to end is not one such value. No API server accepts it, so an object in
// it is read, and reported as one that is not valid.
func (r *Reader) commented(c chunk, start, i, end int, line int32) bool {
	text, ok := withoutComments(r.text[i:end])
	if !ok {
		return false
	}
	p := r.jsonAt(r.text[:i]+text, start, i, line)
	if p.blank(); p.pos == len(p.s) || p.document() != "" {
		return false
	}
	if more, fault := p.another(); more || fault != "" {
		return false
	}
	r.tree.Nodes = p.nodes
	others := r.result.Other
	r.emit(c, end)
	if r.result.Other == others {
		r.problem(r.baseLine+int(line), r.result.Documents, "not valid JSON: it has comments or trailing commas; kubedelta checked it without them")
	}
	return true
}

// withoutComments puts spaces in the place of comments and trailing commas, so that what
// is left stands where it stood. It reports false where there are none, one does not end,
// or one could hold a manifest.
func withoutComments(s string) (string, bool) {
	out, comma := []byte(s), -1
	for i := 0; i < len(s); i++ {
		switch rest := s[i:]; {
		case s[i] == '"':
			size := quoted(rest)
			if size == 0 {
				return "", false
			}
			i, comma = i+size-1, -1
		case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "/*"):
			size := comment(rest)
			if size == 0 || strings.Contains(rest[:size], "apiVersion") {
				return "", false
			}
			blank(out[i : i+size])
			i += size - 1
		case s[i] == ',':
			comma = i
		case (s[i] == '}' || s[i] == ']') && comma >= 0:
			out[comma], comma = ' ', -1
		case s[i] > ' ':
			comma = -1
		}
	}
	return string(out), string(out) != s
}

// quoted is the length of the string that s begins with, 0 where it does not end.
func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// comment is the length of the comment that s begins with, 0 where it does not end.
func comment(s string) int {
	if s[1] == '/' {
		if end := strings.IndexAny(s, "\r\n"); end >= 0 {
			return end
		}
		return len(s)
	}
	if end := strings.Index(s[2:], "*/"); end >= 0 {
		return end + 4
	}
	return 0
}

func blank(text []byte) {
	for i, c := range text {
		if c != '\r' && c != '\n' {
			text[i] = ' '
		}
	}
}
