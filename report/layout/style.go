package layout

import "github.com/kubedelta/kubedelta/diff/rule"

// Style says how a text is laid out; the zero value is plain text in lines of any
// length, as a pipe or a file has it.
type Style struct {
	// Colour paints.
	Colour bool
	// Width is how many columns a line may have; 0 for any number.
	Width int
	// Wide asks for the columns that are left out as a rule, as kubectl's -o wide.
	Wide bool
}

// The SGR codes: the eight colours that every terminal has, so that the user's
// theme decides what they look like. No text differs from another by its colour
// alone.
const (
	Bold   = "1"
	Dim    = "2"
	Red    = "31"
	Green  = "32"
	Yellow = "33"
	Blue   = "34"
	Purple = "35"
)

// reset ends what any code began.
const reset = "\x1b[0m"

// Paint gives a text a colour.
func (s Style) Paint(code, text string) string {
	if !s.Colour || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + reset
}

// Severity gives a text the colour of a severity.
func (s Style) Severity(severity rule.Severity, text string) string {
	return s.Paint(ColourOf(severity), text)
}

// ColourOf is the colour of a severity.
func ColourOf(severity rule.Severity) string {
	switch severity {
	case rule.Breaking:
		return Red
	case rule.Risky:
		return Yellow
	case rule.Deprecation:
		return Purple
	case rule.Unknown, rule.Possible:
		return Blue
	case rule.Addition:
		return Green
	default:
		return Dim
	}
}
