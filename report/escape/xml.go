package escape

import "strings"

// XML removes characters that XML 1.0 cannot contain or that are invisible; the XML writer escapes
// markup. XML cannot contain most control characters, not even as references (XML 1.0, 2.2
// Characters).
func XML(s string) string {
	return strings.Map(func(r rune) rune {
		if r == 0xFFFE || r == 0xFFFF {
			return '\uFFFD'
		}
		return r
	}, Lines(s))
}
