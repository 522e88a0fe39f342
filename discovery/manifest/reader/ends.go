package reader

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// ends has a bit for each byte of a text at which a key or a plain scalar may end, which is
// a colon, a # or below a space, and one for the end of the text. All are found in one pass
// without branches: looking for each end by itself mispredicts a branch for most.
type ends []byte

// room makes room for the bits of n bytes, and for reading eight bytes at the last.
func (e ends) room(n int) ends { return slices.Grow(e[:0], n>>3+9)[:n>>3+9] }

// endsOf is the bits of eight bytes.
func endsOf(w uint64) uint32 {
	// Of each byte below 0x80 the high bit becomes set if it is 0x20 or more, no colon and no #.
	x := w & lows
	others := (x + 0x60*ones) & ((x ^ ':'*ones) + lows) & ((x ^ '#'*ones) + lows)
	// The multiplication gathers the high bits in the highest byte.
	return uint32((^(others | w) & highs >> 7) * 0x0102040810204080 >> 56)
}

// rest marks the text from i on, a multiple of eight, and its end.
func (e ends) rest(text string, i int) {
	clear(e[i>>3:])
	for ; i < len(text); i++ {
		if c := text[i]; c < ' ' || c == ':' || c == '#' {
			e[i>>3] |= 1 << (i & 7)
		}
	}
	e[i>>3] |= 1 << (i & 7)
}

// from is the first end at i or behind it.
func (e ends) from(i int) int {
	if w := binary.LittleEndian.Uint64(e[i>>3:]) >> (i & 7); w != 0 {
		return i + bits.TrailingZeros64(w)
	}
	for i = i&^7 + 64; ; i += 64 {
		if w := binary.LittleEndian.Uint64(e[i>>3:]); w != 0 {
			return i + bits.TrailingZeros64(w)
		}
	}
}
