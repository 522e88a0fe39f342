package reader

import "math/bits"

// A text is looked along eight bytes at a time, as one number: most of the time that
// reading takes is spent on finding the ends of keys, values and indentations.
const (
	ones  = 0x0101010101010101
	lows  = 0x7f * ones
	highs = 0x80 * ones
)

// load reads eight bytes at once; the compiler makes one load of it.
func load(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// until goes from i to the first byte that is a, b or below a space, else to the end.
func until(s string, i int, a, b byte) int {
	as, bs := uint64(a)*ones, uint64(b)*ones
	for ; i+8 <= len(s); i += 8 {
		w := load(s[i : i+8])
		// Of each byte that is looked for the high bit is set. A borrow may set it of the
		// bytes behind one, too, but never of one before: the first is right.
		isA, isB := w^as, w^bs
		if found := ((w-' '*ones)&^w | (isA-ones)&^isA | (isB-ones)&^isB) & highs; found != 0 {
			return i + bits.TrailingZeros64(found)>>3
		}
	}
	for i < len(s) && s[i] >= ' ' && s[i] != a && s[i] != b {
		i++
	}
	return i
}

// blanks goes from i over spaces.
func blanks(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if other := load(s[i:i+8]) ^ ' '*ones; other != 0 {
			return i + bits.TrailingZeros64(other)>>3
		}
	}
	for i < len(s) && s[i] == ' ' {
		i++
	}
	return i
}
