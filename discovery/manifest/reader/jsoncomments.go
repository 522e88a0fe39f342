package reader

import "strings"

// commented reads JSON with comments or trailing commas, as in settings of editors and compilers
// (.vscode/settings.json, tsconfig.json). It reports false if the document from i to end is not one
// such value. No API server accepts such an object, so that it is read and reported as not valid.
func (r *Reader) commented(c chunk, start, i, end int, line int32) bool {
	text, ok := withoutComments(r.text[i:end])
	if !ok {
		return false
	}
	p := r.jsonAt(r.text[:i]+text, start, i, line)
	if p.blank(); p.pos == len(p.s) || p.value(head{}) != "" {
		return false
	}
	if more, fault := p.another(); more || fault != "" {
		return false
	}
	r.tree.Nodes = p.nodes
	others := r.result.Other
	r.emit(c, end)
	if r.result.Other == others {
		r.problem(r.baseLine+int(line), r.result.Documents, "not valid JSON: it contains comments or trailing commas; kubedelta checked it without them")
	}
	return true
}

// withoutComments replaces comments and trailing commas by spaces, so that places do not change. It
// reports false if there are none, if a comment does not end, or if a comment might contain a
// manifest.
func withoutComments(s string) (string, bool) {
	out, comma := []byte(s), -1
	for i := 0; i < len(s); i++ {
		switch rest := s[i:]; {
		case s[i] == '"':
			end := quotedEnd(s, i, '"')
			if end == i {
				return "", false
			}
			i, comma = end-1, -1
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

// comment returns the length of the comment at the beginning of s; 0 if it does not end.
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
