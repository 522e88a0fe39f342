package reader

import (
	"fmt"
	"strings"
	"testing"
)

// TestLook checks the classification of eight bytes at once with each byte at each position.
func TestLook(t *testing.T) {
	t.Parallel()
	for at := range 80 {
		for c := range 256 {
			text := []byte(strings.Repeat("abcdefghijklmnopqrst", 4))
			text[at] = byte(c)
			got := look(string(text))
			want := contents{ascii: c < 0x80, odd: c >= 0x80 || c == 0x7f || c < 0x20 && c != '\n' && c != '\r' && c != '\t', loneCR: c == '\r'}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("byte %#x at %d: %+v, want %+v", c, at, got, want)
			}
		}
	}
	for at := range 80 {
		text := []byte(strings.Repeat("abc\r\n", 18))
		if got := look(string(text)); got != (contents{ascii: true}) {
			t.Errorf("lines of Windows: %+v", got)
		}
		for _, c := range []byte{'x', '\r', 0, 0x80} {
			text[at] = c
			got := look(string(text))
			lone := strings.Count(string(text), "\r") != strings.Count(string(text), "\r\n")
			if want := (contents{ascii: c < 0x80, odd: c == 0 || c == 0x80, loneCR: lone}); got != want {
				t.Errorf("lines of Windows with byte %#x at %d: %+v, want %+v", c, at, got, want)
			}
		}
	}
	for text, odd := range map[string]bool{"é": false, "\u00a0": false, "\u0085": true, "\u2028": true, "\ufeff": true, "\uffff": true, "\U0001F600": false, "\u2027": false} {
		if k := look(text); k.odd != odd || k.ascii {
			t.Errorf("%q: %+v", text, k)
		}
	}
}
