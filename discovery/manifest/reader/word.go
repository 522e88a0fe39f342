package reader

import (
	"math/bits"
	"strings"
)

// Texts are scanned eight bytes at a time, as one number, because most of the time of parsing is
// spent on finding the ends of keys, values and indentations.
const (
	ones  = 0x0101010101010101
	lows  = 0x7f * ones
	highs = 0x80 * ones
)

// load reads eight bytes; the compiler makes one load of it.
func load(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// until returns the offset, from i, of the first byte that is a, b or less than a space; len(s) if
// there is none.
func until(s string, i int, a, b byte) int {
	as, bs := uint64(a)*ones, uint64(b)*ones
	for ; i+8 <= len(s); i += 8 {
		w := load(s[i : i+8])
		// found has the high bit of each matching byte. A borrow may also set that of bytes after a
		// match, but never before one, so that the first is right.
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

// lineFeed returns the offset of the first line feed from i; len(s) if there is none.
func lineFeed(s string, i int) int {
	if at := strings.IndexByte(s[i:], '\n'); at >= 0 {
		return i + at
	}
	return len(s)
}

// blanks returns the offset of the first byte from i that is not a space.
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
