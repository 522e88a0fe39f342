package finding

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestQuote(t *testing.T) {
	long := strings.Repeat("ä", 1000)
	for _, c := range []struct {
		name, text, at string
		column         int
		source         string
		first          int
	}{
		{"a line", "a: b\nc: d\ne: f\n", "d", 4, "c: d", 0},
		{"the first line", "a: b\nc: d", "b", 4, "a: b", 0},
		{"the last line", "a: b\nc: d", "d", 4, "c: d", 0},
		{"CRLF", "a: b\r\nc: d\r\n", "d", 4, "c: d", 0},
		{"a byte order mark", "\xEF\xBB\xBFa: b\n", "b", 4, "a: b", 0},
		{"behind a long beginning", long + "x: y\n", "y", 1004, strings.Repeat("ä", 98) + "x: y", 903},
		{"before a long end", "x: y" + long, "y", 4, "x: y" + strings.Repeat("ä", 149), 1},
		{"an end as long as is quoted", "x: y" + strings.Repeat("z", 299) + "\n", "y", 4, "x: y" + strings.Repeat("z", 299), 0},
	} {
		f := Finding{Line: 1, Column: c.column}
		f.Quote(c.text, strings.Index(c.text, c.at))
		if f.Source != c.source || f.SourceColumn != c.first || !utf8.ValidString(f.Source) {
			t.Errorf("%s: %q from %d, not %q from %d", c.name, f.Source, f.SourceColumn, c.source, c.first)
		}
		// The text at Column must be the text at that place of Source.
		place := c.column - max(f.SourceColumn, 1)
		if runes := []rune(f.Source); place >= len(runes) || string(runes[place]) != c.at {
			t.Errorf("%s: the column points elsewhere in %q", c.name, f.Source)
		}
	}
	for _, at := range []int{-1, 99} {
		f := Finding{Line: 1, Column: 1}
		if f.Quote("a", at); f.Source != "" {
			t.Errorf("at %d it quotes %q", at, f.Source)
		}
	}
}

func FuzzQuote(f *testing.F) {
	f.Add([]byte("a: b\r\nc: d"), 3)
	f.Add([]byte(strings.Repeat("ä\xff", 500)), 401)
	f.Fuzz(func(t *testing.T, text []byte, at int) {
		found := Finding{Line: 1, Column: 1}
		found.Quote(string(text), at)
		if len(found.Source) > quoteBefore+quoteAfter || strings.ContainsAny(found.Source, "\r\n") {
			t.Errorf("%q", found.Source)
		}
	})
}
