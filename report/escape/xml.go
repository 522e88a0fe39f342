package escape

import "strings"

// XML leaves of a text what XML 1.0 can hold and a reader can see; the writer
// escapes the markup. Most control characters have no place in XML, not even as
// references (XML 1.0, 2.2 Characters).
func XML(s string) string {
	return strings.Map(func(r rune) rune {
		if r == 0xFFFE || r == 0xFFFF {
			return '\uFFFD'
		}
		return r
	}, Lines(s))
}
