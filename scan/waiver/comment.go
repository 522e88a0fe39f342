package waiver

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Comment is one waiver.
type Comment struct {
	// Line is the line of the comment, from 1.
	Line int
	// Rules are the IDs in the comment.
	Rules []string
	// Reason is the text after the "--".
	Reason string
	// First and Last are the lines that it covers; 0 if it covers none.
	First, Last int
	// Head: it is at the head of a document, and covers the whole document.
	Head bool
}

// Mark is the start of a waiver.
const Mark = "kubedelta:ignore"

// Marks reports whether a text may have a waiver. It is called for every document, so it only looks
// at what follows each "#".
func Marks(text string) bool {
	for {
		at := strings.IndexByte(text, '#')
		if at < 0 {
			return false
		}
		text = strings.TrimLeft(text[at+1:], "# \t\v\f")
		if strings.HasPrefix(text, Mark) || text != "" && text[0] >= utf8.RuneSelf && strings.Contains(text, Mark) {
			return true // or perhaps, behind a space that is not ASCII
		}
	}
}

// dash separates the rules from the reason. Some editors replace two hyphens by a dash.
var dash = regexp.MustCompile(`(^|\s)(--|—|–)(\s|$)`)

// parse reads the text of a comment, from its "#" on; false if it is no waiver.
func parse(text string) (Comment, bool) {
	text = strings.TrimSpace(strings.TrimLeft(text, "#"))
	text, ours := strings.CutPrefix(text, Mark)
	if !ours || text != "" && !strings.ContainsAny(text[:1], " \t") {
		return Comment{}, false
	}
	var c Comment
	rules := text
	if at := dash.FindStringIndex(text); at != nil {
		rules, c.Reason = text[:at[0]], strings.Join(strings.Fields(text[at[1]:]), " ")
	}
	c.Rules = strings.FieldsFunc(rules, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	return c, true
}
