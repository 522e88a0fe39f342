package findings

import "github.com/kubedelta/kubedelta/diff/rule"

// SGR codes: the colours that every terminal has, so that the user's theme
// decides what they look like.
const (
	bold   = "1"
	dim    = "2"
	red    = "31"
	green  = "32"
	yellow = "33"
	blue   = "34"
	purple = "35"
)

func (o Options) paint(code, text string) string {
	if !o.Colour || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func colourOf(severity rule.Severity) string {
	switch severity {
	case rule.Breaking:
		return red
	case rule.Risky:
		return yellow
	case rule.Deprecation:
		return purple
	case rule.Unknown:
		return blue
	case rule.Addition:
		return green
	default:
		return dim
	}
}
