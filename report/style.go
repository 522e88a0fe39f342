package report

import "github.com/kubedelta/kubedelta/diff/rule"

// Style colours a terminal's text; the zero value leaves it plain.
type Style struct{ Colour bool }

// SGR codes: the eight colours that every terminal has, so that the user's
// theme decides what they look like.
const (
	bold   = "1"
	dim    = "2"
	red    = "31"
	green  = "32"
	yellow = "33"
	blue   = "34"
	purple = "35"
)

func (s Style) paint(code, text string) string {
	if !s.Colour || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s Style) severity(severity rule.Severity, text string) string {
	switch severity {
	case rule.Breaking:
		return s.paint(red, text)
	case rule.Risky:
		return s.paint(yellow, text)
	case rule.Deprecation:
		return s.paint(purple, text)
	case rule.Unknown:
		return s.paint(blue, text)
	case rule.Addition:
		return s.paint(green, text)
	default:
		return s.paint(dim, text)
	}
}
