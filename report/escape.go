package report

import (
	"strings"
	"unicode"
)

// Everything that is printed may come from a hostile server: names, messages,
// descriptions. Each writer escapes for the place that the text goes to.

// plain makes a text safe for a terminal: one line, no control characters, so
// that no escape sequence and no change of direction gets through, and nothing
// that GitHub's runner would take for a command.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return -1
		default:
			return r
		}
	}, s)
	if trimmed := strings.TrimLeft(s, " "); strings.HasPrefix(trimmed, "::") {
		s = ": " + trimmed[1:]
	}
	return strings.ReplaceAll(s, "##[", "## [")
}

// markdownText makes a text safe for a paragraph or a table cell in markdown:
// what it holds is shown, never interpreted.
func markdownText(s string) string {
	return markdownEscaper.Replace(plain(s))
}

//nolint:gochecknoglobals // a constant table.
var markdownEscaper = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "|", `\|`, "<", "&lt;", ">", "&gt;", "&", "&amp;",
	"*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "#", `\#`, "@", "@\u200b", "~", `\~`,
)

// code makes a text a code span that may stand in a table cell.
func code(s string) string {
	s = strings.ReplaceAll(plain(s), "`", "'")
	return "`" + strings.ReplaceAll(s, "|", `\|`) + "`"
}
