package prose

import (
	"strings"
	"unicode"
)

// clean returns visible text: valid UTF-8, line breaks as \n, no control characters and none that
// change the direction of text or have no width.
func clean(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\t", "    ").Replace(strings.ToValidUTF8(s, "\uFFFD"))
	return strings.Map(visible, s)
}

func visible(r rune) rune {
	switch {
	case r == '\n':
		return r
	case r == '\u2028' || r == '\u2029' || r == '\u0085':
		return ' '
	case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
		return -1
	default:
		return r
	}
}

// noWidth separates two characters that must not be read as one mark.
const noWidth = "\u200b"

// Line returns text of one line without markup, for a terminal.
func Line(s string) string {
	return uncommand(strings.Join(strings.Fields(clean(s)), " "), " ")
}

// Plain returns lines for a terminal. They are unchanged, except for what a terminal or a CI system
// would read as a command.
func Plain(s string) []string {
	lines := strings.Split(strings.TrimSpace(clean(s)), "\n")
	for i, line := range lines {
		lines[i] = uncommand(strings.TrimRight(line, " "), " ")
	}
	return lines
}

// uncommand breaks workflow commands: "::" at the beginning of a line, and "##[" anywhere. Source:
// ActionCommand.cs of actions/runner.
func uncommand(line, between string) string {
	if trimmed := strings.TrimLeft(line, " "); strings.HasPrefix(trimmed, "::") {
		line = line[:len(line)-len(trimmed)] + ":" + between + trimmed[1:]
	}
	return strings.ReplaceAll(line, "##[", "##"+between+"[")
}
