package reader

import (
	"strings"
	"testing"
)

// TestUntil checks the search in eight bytes at once with each byte at each position, between bytes
// that may confuse it.
func TestUntil(t *testing.T) {
	t.Parallel()
	for at := range 20 {
		for c := range 256 {
			for _, behind := range []string{"", "!", " ", "\x80", "\n", ":"} {
				text := "abcdéfghijk~\xff!nopqrst"[:at] + string([]byte{byte(c)}) + behind + "xyz"
				want := strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r == ':' || r == '#' })
				if want < 0 {
					want = len(text)
				}
				if got := until(text, 0, ':', '#'); got != want {
					t.Fatalf("%q: %d, want %d", text, got, want)
				}
			}
		}
	}
}

func TestBlanks(t *testing.T) {
	t.Parallel()
	for n := range 30 {
		for _, behind := range []string{"", "!", "\x00", "\xa0", "a  b", "\n        "} {
			text := "x" + strings.Repeat(" ", n) + behind
			if got := blanks(text, 1); got != 1+n {
				t.Errorf("%q: %d", text, got)
			}
		}
	}
}
