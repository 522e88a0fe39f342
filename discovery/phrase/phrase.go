// Package phrase joins parts of messages. It knows no message.
package phrase

import "strings"

// Parts are sentences, or words of one, of which not all are always there.
type Parts []string

// Add adds a part if a condition holds.
func (p *Parts) Add(holds bool, text string) {
	if holds {
		*p = append(*p, text)
	}
}

// Clip is the beginning of a text that is longer than so many bytes.
func Clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// Word writes a name as one word of a shell command. Most names are plain; what is not may
// come from someone who means ill.
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

// With is a text with what stands before it and behind it; nothing where there is no text.
func With(before, text string, behind ...string) string {
	if text == "" {
		return ""
	}
	return before + text + strings.Join(behind, "")
}
