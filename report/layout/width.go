package layout

import (
	"strings"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/report/escape"
)

// Columns is the width of a text in a terminal. Colours have no width.
func Columns(s string) (n int) {
	for len(s) > 0 {
		g, width := next(s)
		n += width
		s = s[len(g):]
	}
	return n
}

// Pad appends spaces up to a width.
func Pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-Columns(s)))
}

// Cut is a text in at most width columns, with an ellipsis if it was cut.
func Cut(s string, width int) string {
	if Columns(s) <= width {
		return s
	}
	if width <= 0 {
		return ""
	}
	used, end := 0, 0
	for end < len(s) {
		g, w := next(s[end:])
		if used+w > width-1 {
			break
		}
		used += w
		end += len(g)
	}
	return s[:end] + "…"
}

// next is the first character of a text, with its colours and combining marks.
func next(s string) (grapheme string, width int) {
	end := colours(s)
	r, size := utf8.DecodeRuneInString(s[end:])
	if size == 0 {
		return s, 0
	}
	end += size
	width = escape.Width(r)
	for end < len(s) {
		if strings.HasPrefix(s[end:], reset) { // it belongs to the character before
			end += len(reset)
			continue
		}
		r, size := utf8.DecodeRuneInString(s[end:])
		if escape.Width(r) > 0 {
			break
		}
		end += size
	}
	return s[:end], width
}

// colours is the length of the SGR sequences at the beginning of a text.
func colours(s string) (n int) {
	for {
		size := sgr(s[n:])
		if size == 0 {
			return n
		}
		n += size
	}
}

// sgr is the length of the SGR sequence at the beginning of a text, 0 for none.
func sgr(s string) int {
	if !strings.HasPrefix(s, "\x1b[") {
		return 0
	}
	for i := 2; i < len(s); i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case c != ';' && (c < '0' || c > '9'):
			return 0
		}
	}
	return 0
}
