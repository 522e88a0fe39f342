package escape

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain makes text safe for a terminal: one line, without control characters, so without escape
// sequences and changes of direction.
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

// printable reports whether a text is only visible ASCII and blanks, as most are.
func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Lines is Plain for texts of several lines. It keeps \n and tabs.
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

// breaksLine reports whether a character ends a line for YAML 1.1, browsers, or .NET, which runs
// GitHub's workflow commands.
func breaksLine(r rune) bool { return strings.ContainsRune("\n\r\v\f\u0085\u2028\u2029", r) }

// visible removes characters that move the cursor, change the direction of text, or have no width.
// Invalid UTF-8 becomes U+FFFD.
func visible(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

// Short is at most n characters of a text, with an ellipsis if it was cut. It does not read the
// rest of the text.
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
