package draft

import (
	"slices"
	"strings"
)

// clean removes from a text what its author did not intend: the template of pull requests,
// comments, quotes around the whole text, a leading bullet.
func clean(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\r\n", "\n")
	text = strings.TrimSpace(withoutComments(withoutTemplate(text)))
	text = withoutFence(text)
	text = withoutQuotes(text)
	for _, bullet := range []string{"- ", "* "} {
		if rest, ok := strings.CutPrefix(text, bullet); ok {
			// Only the first bullet of a list, as the tool does: the notes are bullets.
			text = strings.TrimSpace(rest)
			break
		}
	}
	return text
}

// withoutTemplate cuts a text at the next question of the pull request template. The template
// follows the note if its code block is not closed.
func withoutTemplate(text string) string {
	start := 0
	for line := range strings.Lines(text) {
		asked := strings.Trim(line, "#*:_ \t\n")
		if strings.HasPrefix(asked, "Additional documentation e.g.") || strings.HasPrefix(asked, "Does this PR introduce a user-facing change") {
			return text[:start]
		}
		start += len(line)
	}
	return text
}

// withoutComments removes HTML comments. An unclosed comment extends to the end.
func withoutComments(text string) string {
	if !strings.Contains(text, "<!--") {
		return text
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "<!--")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, text, found = strings.Cut(rest, "-->")
		if !found {
			return b.String()
		}
	}
}

// withoutFence removes the fence that closed the note in its pull request: one at the end without
// an opening fence, or a single fence.
func withoutFence(text string) string {
	const fence = "```"
	rest, ok := strings.CutSuffix(text, fence)
	if !ok || strings.HasSuffix(rest, "`") {
		return text
	}
	fences := 0
	for line := range strings.Lines(rest) {
		if strings.HasPrefix(strings.TrimSpace(line), fence) {
			fences++
		}
	}
	if fences%2 != 0 || rest != "" && !strings.HasSuffix(rest, "\n") {
		return text
	}
	return strings.TrimSpace(rest)
}

// withoutQuotes removes quotes around the whole text. It does not change "Auto" is now "on", where
// the first inner quote closes one.
func withoutQuotes(text string) string {
	for _, q := range []struct{ open, closing string }{{`"`, `"`}, {"'", "'"}, {"“", "”"}} {
		inner, ok := strings.CutPrefix(text, q.open)
		if !ok {
			continue
		}
		inner, ok = strings.CutSuffix(inner, q.closing)
		if !ok {
			continue
		}
		if i := strings.Index(inner, q.closing); i >= 0 && q.open == q.closing && !opens(inner, i) {
			continue
		}
		inner = strings.ReplaceAll(inner, `\`+q.closing, q.closing)
		if q.open == "'" {
			// YAML doubles an apostrophe in a quoted text.
			inner = strings.ReplaceAll(inner, "''", "'")
		}
		return strings.TrimSpace(inner)
	}
	return text
}

// opens reports whether the quote at i is an opening quote, an apostrophe, or escaped.
func opens(s string, i int) bool {
	if i == 0 {
		return false
	}
	switch s[i-1] {
	case ' ', '\n', '\t', '(', '\\', '=', '`', '[':
		return true
	}
	return s[i] == '\'' && i+1 < len(s) && (s[i+1] == '\'' || s[i+1] >= 'a' && s[i+1] <= 'z')
}

// says reports whether a text is a note. There are many spellings of "NONE".
func says(text string) bool {
	low := strings.ToLower(strings.Trim(text, " \t\n.`'\"“”‘’*_#-()[]!"))
	return !slices.Contains([]string{"", "none", "nonenone", "no", "n/a", "na", "note", "null", "nil", "tbd", "tba", "todo", "release-note", "release-note-none", "nothing"}, low)
}
