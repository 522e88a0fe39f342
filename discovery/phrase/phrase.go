// Package phrase joins parts of messages. It must not know the messages.
package phrase

import (
	"fmt"
	"strings"
)

// Parts are the optional sentences or words of a message.
type Parts []string

// Add appends text if the condition holds.
func (p *Parts) Add(holds bool, text string) {
	if holds {
		*p = append(*p, text)
	}
}

// Clip shortens a text to at most so many bytes and an ellipsis.
func Clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// First writes at most most names of a list: "a, b and 3 more".
func First(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// List writes the names of a list, with and before the last: "a, b and c".
func List(names []string, and string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + and + names[last]
}

// Word quotes a name as one word of a shell command, if it is not plain. Names may come from
// untrusted sources.
func Word(name string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:@", r)
	}
	if name != "" && strings.IndexFunc(name, func(r rune) bool { return !plain(r) }) < 0 && name[0] != '-' {
		return name
	}
	printable := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, name)
	return "'" + strings.ReplaceAll(printable, "'", `'\''`) + "'"
}

// With returns a text with prefix and suffixes; "" if the text is empty.
func With(before, text string, behind ...string) string {
	if text == "" {
		return ""
	}
	return before + text + strings.Join(behind, "")
}
