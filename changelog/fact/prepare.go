package fact

import (
	"html"
	"strings"
)

// MaxText limits how many bytes of a text are read. The longest published note has 8 kB.
const MaxText = 1 << 20

// maxTarget limits how long the target of a link can be.
const maxTarget = 1024

// Prepare replaces what only looks like a statement with a space: link targets and URLs
// ("deprecation-guide" deprecates nothing), and HTML comments, which come from the template of pull
// requests. It also replaces HTML entities with their characters.
func Prepare(text string) string {
	if len(text) > MaxText {
		text = strings.ToValidUTF8(text[:MaxText], "")
	}
	// In the release notes of 1.30 some whole texts are in quotes.
	if t := strings.TrimSpace(text); len(t) > 2 && (t[0] == '"' || t[0] == '\'') && t[len(t)-1] == t[0] {
		text = t[1 : len(t)-1]
	}
	if strings.Contains(text, "&") {
		text = html.UnescapeString(text)
	}
	if strings.Contains(text, "\r") {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	if !strings.Contains(text, "](") && !strings.Contains(text, "://") && !strings.Contains(text, "<!--") {
		return text
	}
	return dropTargets(text)
}

func dropTargets(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	endless := false // no comment ends any more, so do not search again
	kept := 0
	drop := func(from, to int) {
		b.WriteString(text[kept:from])
		b.WriteByte(' ')
		kept = to
	}
	for i := 0; i < len(text); i++ {
		rest := text[i:]
		switch text[i] {
		case ']':
			if n := targetLength(rest); n > 0 {
				drop(i+1, i+n)
				i += n - 1
			}
		case 'h':
			if strings.HasPrefix(rest, "http://") || strings.HasPrefix(rest, "https://") {
				n := addressLength(rest)
				drop(i, i+n)
				i += n - 1
			}
		case '<':
			if !endless && strings.HasPrefix(rest, "<!--") {
				n := strings.Index(rest, "-->")
				if n < 0 {
					endless = true
					continue
				}
				drop(i, i+n+len("-->"))
				i += n + len("-->") - 1
			}
		}
	}
	b.WriteString(text[kept:])
	return b.String()
}

// targetLength returns the length of "](target)" at the beginning of s, or 0.
func targetLength(s string) int {
	if !strings.HasPrefix(s, "](") {
		return 0
	}
	if len(s) > maxTarget {
		s = s[:maxTarget]
	}
	end := strings.IndexAny(s, ")\n")
	if end < 0 || s[end] == '\n' {
		return 0
	}
	return end + 1
}

// addressLength returns the length of the URL at the beginning of s, without a mark at its end.
func addressLength(s string) int {
	end := strings.IndexAny(s, " \t\n`\"'<>)]")
	if end < 0 {
		end = len(s)
	}
	return len(strings.TrimRight(s[:end], ".,;:!?"))
}
