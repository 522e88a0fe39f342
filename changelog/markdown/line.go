package markdown

import "strings"

type line struct {
	// number is the line number, from 1.
	number int
	// indent is in columns. rest is the text after it, or "" for a blank line.
	indent int
	rest   string
	// fenced: it is in a code block, or delimits one.
	fenced bool
}

// lostLineEnd is the end of a tail with a bullet directly after it.
const lostLineEnd = "))* "

// split splits a text into lines and marks the code blocks.
func split(text []byte) []line {
	s := strings.TrimPrefix(strings.ToValidUTF8(string(text), "\ufffd"), "\ufeff")
	if s == "" {
		return nil
	}
	number := 0
	lines := make([]line, 0, strings.Count(s, "\n")+1)
	for text := range strings.SplitSeq(strings.TrimSuffix(s, "\n"), "\n") {
		number++
		indent, rest := indentOf(strings.TrimSuffix(text, "\r"))
		l := line{number: number, indent: indent, rest: rest}
		for {
			i := strings.Index(l.rest, lostLineEnd)
			if _, bullet := l.bullet(); !bullet || i < 0 {
				break
			}
			i += len("))")
			// 1.10 has lines "… [@a](…))* The next entry".
			lines = append(lines, line{number: number, indent: indent, rest: l.rest[:i]})
			l.rest = l.rest[i:]
		}
		lines = append(lines, l)
	}
	markFences(lines)
	return lines
}

// indentOf counts the columns of leading spaces. A tab goes to the next multiple of four.
func indentOf(text string) (int, string) {
	columns := 0
	for i := range len(text) {
		switch text[i] {
		case ' ':
			columns++
		case '\t':
			columns += 4 - columns%4
		default:
			if strings.TrimSpace(text[i:]) == "" {
				return columns, ""
			}
			return columns, text[i:]
		}
	}
	return columns, ""
}

func (l line) blank() bool { return l.rest == "" }

// heading returns the level and the title, without emphasis and closing number signs.
func (l line) heading() (level int, title string, ok bool) {
	if l.indent > 0 || l.fenced || !strings.HasPrefix(l.rest, "#") {
		return 0, "", false
	}
	title = strings.TrimLeft(l.rest, "#")
	level = len(l.rest) - len(title)
	if level > 6 || title != "" && title[0] != ' ' && title[0] != '\t' {
		return 0, "", false
	}
	title = strings.TrimRight(strings.TrimSpace(title), "#")
	return level, strings.TrimSpace(strings.ReplaceAll(title, "**", "")), true
}

func (l line) bullet() (content string, ok bool) {
	if l.fenced || l.rest == "" || !strings.ContainsRune("-*+", rune(l.rest[0])) {
		return "", false
	}
	if len(l.rest) > 1 && l.rest[1] != ' ' && l.rest[1] != '\t' {
		return "", false
	}
	return strings.TrimSpace(l.rest[1:]), true
}

// without returns the line with up to n columns less indent.
func (l line) without(n int) string {
	if l.blank() {
		return ""
	}
	return strings.Repeat(" ", max(0, l.indent-n)) + l.rest
}
