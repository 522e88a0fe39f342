package waiver

import (
	"regexp"
	"strings"
)

// Comment is one comment that waives.
type Comment struct {
	// Line is where it stands, from 1.
	Line int
	// Rules are those that it names.
	Rules []string
	// Reason is what stands behind the "--".
	Reason string
	// First and Last are the lines that it covers; 0 where there is none.
	First, Last int
	// Head: it stands at the head of a document, and covers all of it.
	Head bool
}

// Mark begins a comment that waives.
const Mark = "kubedelta:ignore"

// dash divides the rules from the reason. Editors make dashes of two hyphens.
var dash = regexp.MustCompile(`(^|\s)(--|—|–)(\s|$)`)

// parse reads the text of a comment, from its "#" on; false where it is not one
// of ours.
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
