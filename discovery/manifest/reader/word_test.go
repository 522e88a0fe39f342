package reader

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestUntil holds the look at eight bytes at once against each byte at each place, with what may
// confuse it before and behind.
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

// TestEnds holds the marks of all ends against each byte of texts of many lengths, in room that
// other texts were marked in before.
func TestEnds(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	var marks ends
	for n := range 400 {
		text := make([]byte, n)
		for i := range text {
			// Long runs without an end, and bytes of all kinds.
			text[i] = "abc xyz"[random.IntN(7)]
			if random.IntN(1+n) < 9 {
				text[i] = byte(random.IntN(256))
			}
		}
		_, marks = look(string(text), marks)
		for i := range n + 1 {
			want := slices.IndexFunc(text[i:], func(c byte) bool { return c < ' ' || c == ':' || c == '#' })
			if want < 0 {
				want = n - i
			}
			if got := marks.from(i); got != i+want {
				t.Fatalf("%q from %d: %d, want %d", text, i, got, i+want)
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
