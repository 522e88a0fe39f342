package prose

import (
	"html"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

var (
	entities        = lazy.Regexp(anEntity)
	entityPattern   = lazy.Regexp("^" + anEntity)
	autolinkPattern = lazy.Regexp(`^<(https?://[^\s<>]+)>`)
	bareURLPattern  = lazy.Regexp("^https?://[^\\s<>`\"\\\\]+")
)

const anEntity = `&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});`

// inline makes the text of a paragraph safe. Emphasis, code spans and links to the web are kept;
// everything else is shown literally.
func inline(s string) string {
	w := &inliner{s: s, spans: codeSpans(s)}
	w.brackets = pairBrackets(s, w.spans)
	w.lastComment = strings.LastIndex(s, "-->")
	w.run(0, len(s), false)
	return w.out.String()
}

type inliner struct {
	s string
	// spans maps the positions of code spans to their ends and texts.
	spans map[int]span
	// brackets maps the position of each [ to its ].
	brackets    map[int]int
	lastComment int
	out         strings.Builder
}

// run writes the text between two positions. There are no links in the text of a link.
func (w *inliner) run(from, to int, inLink bool) {
	for i := from; i < to; {
		if next, ok := w.structure(i, to, inLink); ok {
			i = next
			continue
		}
		i = w.character(i, to, inLink)
	}
}

// structure writes a construct that begins at i, if one does.
func (w *inliner) structure(i, to int, inLink bool) (next int, ok bool) {
	rest := w.s[i:to]
	switch w.s[i] {
	case '`':
		if sp, ok := w.spans[i]; ok && sp.End <= to {
			w.out.WriteString(codeSpan(sp.Text))
			return sp.End, true
		}
	case '!':
		if strings.HasPrefix(rest, "![") {
			if end, ok := w.link(i+1, to, inLink); ok {
				return end, true
			}
		}
	case '[':
		return w.link(i, to, inLink)
	case '<':
		return w.angle(i, rest, inLink)
	case 'h', 'H':
		if i > 0 && isAlnum(w.s[i-1]) {
			return i, false // a URL does not begin within a word
		}
		if m := trimURL(bareURLPattern().FindString(rest)); m != "" {
			w.url(m, inLink)
			return i + len(m), true
		}
	case '&':
		return w.entity(i, rest)
	case '\\':
		if i+1 < to && strings.IndexByte(punctuation, w.s[i+1]) >= 0 {
			w.literal(rune(w.s[i+1]))
			return i + 2, true
		}
	}
	return i, false
}

// angle skips a comment, which GitHub does not show, and writes an autolink.
func (w *inliner) angle(i int, rest string, inLink bool) (next int, ok bool) {
	near := rest[:min(len(rest), farthest)]
	if strings.HasPrefix(near, "<!--") && i < w.lastComment {
		if end := strings.Index(near, "-->"); end >= 0 {
			return i + end + 3, true
		}
	}
	if m := autolinkPattern().FindStringSubmatch(near); m != nil {
		w.url(m[1], inLink)
		return i + len(m[0]), true
	}
	return i, false
}

func (w *inliner) entity(i int, rest string) (next int, ok bool) {
	m := entityPattern().FindString(rest)
	for _, r := range clean(html.UnescapeString(m)) {
		w.literal(r)
	}
	return i + len(m), m != ""
}

// farthest is the greatest distance to the end of a link or comment, so that many without an end
// are not slow.
const farthest = 4000

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

func (w *inliner) character(i, to int, inLink bool) int {
	c := w.s[i]
	switch c {
	case '*', '_', '~':
		// Emphasis is kept.
		w.out.WriteByte(c)
	case '#':
		if i+1 < to && (w.s[i+1] == '#' || w.s[i+1] == '[') {
			w.out.WriteByte('\\')
		}
		w.out.WriteByte(c)
	case '&':
		if i+1 < to && (isAlnum(w.s[i+1]) || w.s[i+1] == '#') {
			w.out.WriteString("&amp;")
		} else {
			w.out.WriteByte(c)
		}
	case '\n':
		if inLink {
			c = ' '
		}
		w.out.WriteByte(c)
	case '`', '[', ']', '<', '|', '\\', '$', '@':
		w.literal(rune(c))
	case '!':
		if i+1 < len(w.s) && w.s[i+1] == '[' {
			w.out.WriteByte('\\')
		}
		w.out.WriteByte(c)
	default:
		w.out.WriteByte(c)
	}
	return i + 1
}

// literal writes a character so that it is shown literally.
func (w *inliner) literal(r rune) {
	switch r {
	case '<':
		w.out.WriteString("&lt;")
	case '&':
		w.out.WriteString("&amp;")
	case '@':
		w.out.WriteString("@" + noWidth)
	case '\n':
		w.out.WriteByte(' ')
	default:
		if r < 0x80 && strings.ContainsRune("#*_~`[]|\\$!>", r) {
			w.out.WriteByte('\\')
		}
		w.out.WriteRune(r)
	}
}

// unescape decodes the entities in a URL. One without a semicolon is a query parameter.
func unescape(s string) string { return entities().ReplaceAllStringFunc(s, html.UnescapeString) }

// url writes a URL: as a link, or as text within the text of a link.
func (w *inliner) url(address string, inLink bool) {
	if safe, ok := destination(unescape(address)); ok && !inLink {
		w.out.WriteString("<" + strings.ReplaceAll(safe, "@", "%40") + ">")
		return
	}
	for _, r := range address {
		w.literal(r)
	}
}

// trimURL removes punctuation after a URL, by the rules of GitHub's extended autolinks.
func trimURL(s string) string {
	open, closed := strings.Count(s, "("), strings.Count(s, ")")
	for s != "" {
		last := s[len(s)-1]
		switch {
		case last == ')' && closed > open:
			closed--
		case strings.IndexByte("?!.,:;*_~'[]{}|", last) < 0:
			return s
		}
		s = s[:len(s)-1]
	}
	return s
}
