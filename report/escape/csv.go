package escape

import (
	"strings"
	"unicode/utf8"
)

// CSV makes a text safe for a cell that a spreadsheet opens: one that begins as
// a formula does gets an apostrophe before it (OWASP, CSV Injection). The
// full-width forms count as well: Excel reads them in East Asian settings. The
// quotes of RFC 4180 are the writer's work.
func CSV(s string) string {
	s = Plain(s)
	// White space does not keep every program from reading what follows as a formula.
	begin := strings.TrimLeft(s, " \u00a0\u3000")
	if first, _ := utf8.DecodeRuneInString(begin); strings.ContainsRune("=+-@＝＋－＠", first) {
		return "'" + s
	}
	return s
}
