package markup

import (
	"html"
	"html/template"
	"net/url"
	"regexp"
	"strings"

	"github.com/kubedelta/kubedelta/report/prose"
)

var (
	entityPattern   = regexp.MustCompile(`^&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});`)
	autolinkPattern = regexp.MustCompile(`^<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)>`)
	targetPattern   = regexp.MustCompile(`^\(([^\s()<>]*)\)`)
)

// Inline returns markdown of one line as HTML for a sentence.
func Inline(markdown string) template.HTML {
	return template.HTML(read(markdown, true)) //nolint:gosec // each part of it was escaped when it was written
}

func read(s string, links bool) string {
	r := newReader(s)
	r.read(links)
	return r.write()
}

// reader splits a text into pieces: HTML, and runs of marks whose meaning depends on the rest of
// the text.
type reader struct {
	s string
	// spans maps the positions of code spans to their ends and texts.
	spans map[int]prose.Span
	// brackets maps the position of each [ to its ].
	brackets map[int]int
	pieces   []piece
	// tail is the HTML after the last piece.
	tail strings.Builder
}

// piece is HTML, or a run of marks if mark is set.
type piece struct {
	html string
	mark byte
	// count is the number of marks of a run that are not yet used, and length the number of all.
	count, length     int
	opens, closes     bool
	openings, endings []string
}

func newReader(s string) *reader {
	spans := prose.CodeSpans(s)
	return &reader{s: s, spans: spans, brackets: prose.Brackets(s, spans)}
}

func (r *reader) add(html string) { r.tail.WriteString(html) }

// addPiece ends the HTML before the piece.
func (r *reader) addPiece(p piece) {
	if r.tail.Len() > 0 {
		r.pieces = append(r.pieces, piece{html: r.tail.String()})
		r.tail.Reset()
	}
	r.pieces = append(r.pieces, p)
}

// read reads the text. There are no links in the text of a link.
func (r *reader) read(links bool) {
	for at := 0; at < len(r.s); {
		next := at
		switch r.s[at] {
		case '\\':
			next = r.escaped(at)
		case '`':
			next = r.code(at)
		case '&':
			next = r.entity(at)
		case '<':
			next = r.autolink(at, links)
		case '[':
			if links {
				next = r.link(at)
			}
		case '*', '_', '~':
			next = r.marks(at)
		}
		if next == at {
			next = r.plain(at)
		}
		at = next
	}
}

// plain writes a character, and all following characters without a meaning.
func (r *reader) plain(at int) int {
	end := at + 1
	for end < len(r.s) && strings.IndexByte("\\`&<[*_~", r.s[end]) < 0 {
		end++
	}
	r.add(text(r.s[at:end]))
	return end
}

const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

func (r *reader) escaped(at int) int {
	if at+1 < len(r.s) && strings.IndexByte(punctuation, r.s[at+1]) >= 0 {
		r.add(text(r.s[at+1 : at+2]))
		return at + 2
	}
	return at
}

func (r *reader) entity(at int) int {
	m := entityPattern.FindString(r.s[at:min(len(r.s), at+40)])
	r.add(text(html.UnescapeString(m)))
	return at + len(m)
}

// code writes a code span. A run of backticks without an end is text.
func (r *reader) code(at int) int {
	span, closed := r.spans[at]
	if !closed {
		n := prose.RunLength(r.s, at)
		r.add(r.s[at : at+n])
		return at + n
	}
	r.add("<code>" + text(span.Text) + "</code>")
	return span.End
}

// longest is the most bytes of a URL. Browsers accept up to 2 MB, but no real URL is near this.
const longest = 4000

func (r *reader) autolink(at int, links bool) int {
	m := autolinkPattern.FindStringSubmatch(r.s[at:min(len(r.s), at+longest)])
	if m == nil {
		return at
	}
	address := html.UnescapeString(m[1])
	if href, web := webAddress(address); web && links {
		r.add(`<a href="` + href + `">` + text(address) + "</a>")
	} else {
		r.add(text(address))
	}
	return at + len(m[0])
}

// link writes a link to the web. Other links become their text, with the address after it.
func (r *reader) link(at int) int {
	end, closed := r.brackets[at]
	if !closed {
		return at
	}
	m := targetPattern.FindStringSubmatch(r.s[end+1 : min(len(r.s), end+1+longest)])
	if m == nil {
		return at
	}
	address := html.UnescapeString(m[1])
	href, web := webAddress(address)
	inner := read(r.s[at+1:end], false) // emphasis pairs within the text of the link
	switch {
	case web:
		r.add(`<a href="` + href + `">` + inner + "</a>")
	case address != "":
		r.add(inner + " (" + text(address) + ")")
	default:
		r.add(inner)
	}
	return end + 1 + len(m[0])
}

// webAddress returns a URL for an attribute; false for anything but http and https with a host.
func webAddress(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.ContainsFunc(address, func(c rune) bool { return c <= ' ' }) {
		return "", false
	}
	return html.EscapeString(strings.ReplaceAll(address, noWidth, "")), true
}
