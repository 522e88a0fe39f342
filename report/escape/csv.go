package escape

import (
	"encoding/csv"
	"io"
	"strings"
	"unicode/utf8"
)

// WriteCSV writes a table with all cells escaped.
func WriteCSV(w io.Writer, rows [][]string) error {
	for _, row := range rows {
		for i, cell := range row {
			row[i] = CSV(cell)
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// CSV escapes text for a cell that a spreadsheet opens: text that begins like a formula gets an
// apostrophe (OWASP, CSV Injection). This includes full-width characters, which Excel accepts with
// East Asian settings. The CSV writer adds the quotes of RFC 4180.
func CSV(s string) string {
	s = Plain(s)
	// Some programs ignore white space before a formula.
	begin := strings.TrimLeft(s, " \u00a0\u3000")
	if first, _ := utf8.DecodeRuneInString(begin); strings.ContainsRune("=+-@＝＋－＠", first) {
		return "'" + s
	}
	return s
}
