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

// With is a text with what stands before it and behind it; nothing where there is no text.
func With(before, text string, behind ...string) string {
	if text == "" {
		return ""
	}
	return before + text + strings.Join(behind, "")
}
