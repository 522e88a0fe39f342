package escape

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain makes a text safe for a terminal: one line, no control characters, so
// that no escape sequence and no change of direction gets through.
func Plain(s string) string {
	if printable(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if breaksLine(r) || r == '\t' {
			return ' '
		}
		return visible(r)
	}, s)
}

// printable: there is nothing in a text but visible ASCII and blanks, as in most.
func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Lines is Plain for texts of several lines: it keeps \n and tabs.
func Lines(s string) string {
	if printable(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r':
			return -1
		case breaksLine(r):
			return '\n'
		}
		return visible(r)
	}, s)
}

// breaksLine tells what ends a line somewhere: to YAML 1.1, to a browser, to
// .NET, which runs GitHub's workflow commands.
func breaksLine(r rune) bool {
	switch r {
	case '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029':
		return true
	}
	return false
}

// visible drops what moves the cursor, turns the direction of writing, or has
// no width. Go reads bytes that are no UTF-8 as U+FFFD, which stays.
func visible(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

// Short is at most n characters of a text, with an ellipsis where it was cut. It
// looks at no more of the text than that.
func Short(s string, n int) string {
	if len(s) <= n {
		return s
	}
	i := 0
	for count := 0; i < len(s); count++ {
		_, size := utf8.DecodeRuneInString(s[i:])
		if count == n {
			return s[:i] + "…"
		}
		i += size
	}
	return s
}
