package escape

import "strings"

// CSV makes a text safe for a cell that a spreadsheet opens: one that begins as
// a formula does gets an apostrophe before it (OWASP, CSV Injection). The
// full-width forms count as well: Excel reads them in East Asian settings. The
// quotes of RFC 4180 are the writer's work.
func CSV(s string) string {
	s = Plain(s)
	// White space does not keep every program from reading what follows as a formula.
	begin := strings.TrimLeft(s, " \u00a0\u3000")
	if begin != "" && strings.ContainsRune("=+-@＝＋－＠", firstRune(begin)) {
		return "'" + s
	}
	return s
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}
