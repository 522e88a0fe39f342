package unjson

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// short is the length up to which strings are scanned by words, which is faster than a call of
// IndexByte.
const short = 16

// The bytes of a word: one in each, and the highest bit of each.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// StringEnd returns the index after the closing quote of a string, -1 if it does not end. i is after
// its opening quote.
func StringEnd(b []byte, i int) int {
	const word = 8
	for end := min(len(b), i+short); i+word <= end; {
		w := binary.LittleEndian.Uint64(b[i:])
		quotes, slashes := w^(ones*'"'), w^(ones*'\\')
		// The lowest bit that is set belongs to the first quote or backslash.
		found := ((quotes-ones)&^quotes | (slashes-ones)&^slashes) & highs
		if found == 0 {
			i += word
			continue
		}
		if i += bits.TrailingZeros64(found) / word; b[i] == '"' {
			return i + 1
		}
		i += 2
	}
	for {
		if i >= len(b) {
			return -1
		}
		at := bytes.IndexByte(b[i:], '"')
		if at < 0 {
			return -1
		}
		slashes := 0
		for j := i + at - 1; j >= i && b[j] == '\\'; j-- {
			slashes++
		}
		if i += at + 1; slashes%2 == 0 {
			return i
		}
	}
}

// class is the meaning of a byte for finding the end of a value.
type class uint8

const (
	other class = iota
	quote
	opening
	closing
)

//nolint:gochecknoglobals // a constant
var classes = [256]class{'"': quote, '{': opening, '[': opening, '}': closing, ']': closing}

// ContainerEnd returns the index after the object or array that begins at i, -1 if it does not end. It
// does not check that the brackets match.
func ContainerEnd(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		c := classes[b[i]]
		i++
		switch c {
		case other:
		case quote:
			if i = StringEnd(b, i); i == -1 {
				return -1
			}
		case opening:
			depth++
		case closing:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
