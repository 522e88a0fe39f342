package layout

import (
	"cmp"

	"github.com/kubedelta/kubedelta/diff/rule"
)

// Style is the layout of text. The zero value is plain text in lines of any length, as for a pipe
// or a file.
type Style struct {
	// Colour enables colours.
	Colour bool
	// Width is the most columns of a line; 0 for no limit.
	Width int
	// Wide enables additional columns, as kubectl's -o wide.
	Wide bool
}

// The SGR codes of the eight colours of every terminal, which the user's theme defines. Colour is
// never the only difference between texts.
const (
	Bold   = "1"
	Dim    = "2"
	Red    = "31"
	Green  = "32"
	Yellow = "33"
	Blue   = "34"
	Purple = "35"
)

// reset ends all codes.
const reset = "\x1b[0m"

// Paint adds a colour to a text.
func (s Style) Paint(code, text string) string {
	if !s.Colour || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + reset
}

// ColourOf is the colour of a severity.
func ColourOf(severity rule.Severity) string {
	return cmp.Or(map[rule.Severity]string{
		rule.Breaking: Red, rule.Risky: Yellow, rule.Deprecation: Purple, rule.Unknown: Blue, rule.Possible: Blue, rule.Addition: Green,
	}[severity], Dim)
}
