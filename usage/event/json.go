package event

import (
	"bytes"
	"encoding/binary"
	"iter"
	"math/bits"

	"github.com/go-json-experiment/json/jsontext"
)

// truncated is the index that functions of this file return if a value does not end.
const truncated = -1

// short is the length up to which strings are scanned by words, which is faster than a call of
// IndexByte.
const short = 16

// The bytes of a word: one in each, and the highest bit of each.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// stringEnd returns the index after the closing quote of a string; i is after its opening quote.
func stringEnd(b []byte, i int) int {
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
			return truncated
		}
		at := bytes.IndexByte(b[i:], '"')
		if at < 0 {
			return truncated
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

// containerEnd returns the index after an object or array that begins at i. It does not check that
// the brackets match.
func containerEnd(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		c := classes[b[i]]
		i++
		switch c {
		case other:
		case quote:
			if i = stringEnd(b, i); i == truncated {
				return truncated
			}
		case opening:
			depth++
		case closing:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return truncated
}

// valueEnd returns the index after the value that begins at i.
func valueEnd(b []byte, i int) int {
	if i >= len(b) {
		return truncated
	}
	switch b[i] {
	case '"':
		return stringEnd(b, i+1)
	case '{', '[':
		return containerEnd(b, i)
	}
	begin := i
	for i < len(b) && !bytes.ContainsRune([]byte(",]} \t\r\n"), rune(b[i])) {
		i++
	}
	if i == begin || !bytes.ContainsRune([]byte("-0123456789tfn"), rune(b[begin])) {
		return truncated
	}
	return i
}

func space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\r' || b[i] == '\n') {
		i++
	}
	return i
}

// parts iterates over the members of an object or the elements of an array.
type parts struct {
	b []byte
	// i is the index after the last part, and at the end after the closing bracket.
	i int
	// open is the opening bracket.
	open byte
	// truncated says that the text ends early or is not JSON.
	truncated bool
}

// partsOf begins at the opening bracket at i.
func partsOf(b []byte, i int) parts { return parts{b: b, i: i + 1, open: b[i]} }

// Each iterates over the members of an object, as the escaped name without quotes and the value, or
// over the elements of an array. In invalid JSON it ends early.
func Each(text []byte) iter.Seq2[[]byte, []byte] {
	p := partsOf(text, 0)
	return p.all
}

// all yields each part: for a member its name, without quotes, and its value, with quotes.
func (p *parts) all(yield func(name, value []byte) bool) {
	for {
		name, value, ok := p.next()
		if !ok || !yield(name, value) {
			return
		}
	}
}

func (p *parts) next() (name, value []byte, ok bool) {
	b, i := p.b, space(p.b, p.i)
	if i < len(b) && b[i] == ',' {
		i = space(b, i+1)
	}
	p.truncated = true // until the end of the part is found
	if i >= len(b) {
		return nil, nil, false
	}
	if b[i] == p.open+2 { // ] is two behind [, and } behind {
		p.truncated, p.i = false, i+1
		return nil, nil, false
	}
	if p.open == '{' {
		end, text := quotedEnd(b, i)
		if end == 0 {
			return nil, nil, false
		}
		if i = space(b, end); i >= len(b) || b[i] != ':' {
			return nil, nil, false
		}
		name, i = text, space(b, i+1)
	}
	end := valueEnd(b, i)
	if end == truncated {
		return nil, nil, false
	}
	p.truncated, p.i = false, end
	return name, b[i:end], true
}

// Inner returns the escaped text between the quotes of a string; nil for any other value.
func Inner(value []byte) []byte {
	if len(value) < 2 || value[0] != '"' {
		return nil
	}
	return value[1 : len(value)-1]
}

// Unescape returns the text of an escaped string without quotes. It replaces invalid escapes.
func Unescape(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(bytes.ToValidUTF8(raw, []byte("\uFFFD")))
	}
	quoted := make([]byte, 0, len(raw)+2)
	quoted = append(append(append(quoted, '"'), raw...), '"')
	text, _ := jsontext.AppendUnquote(nil, quoted) // with an error it returns the valid parts
	return string(text)
}

// Quote returns a text as a JSON string.
func Quote(text string) []byte {
	quoted, _ := jsontext.AppendQuote(nil, text) // with an error it returns the valid parts
	return quoted
}

// Member returns the value of a member of an object, or nil.
func Member(object []byte, wanted string) []byte {
	if len(object) == 0 || object[0] != '{' {
		return nil
	}
	for name, value := range Each(object) {
		if string(name) == wanted {
			return value
		}
	}
	return nil
}

// texts returns the strings of an array.
func texts(array []byte) (list []string) {
	if len(array) == 0 || array[0] != '[' {
		return nil
	}
	for _, value := range Each(array) {
		if s := Inner(value); s != nil {
			list = append(list, Unescape(s))
		}
	}
	return list
}

// Valid reports whether a text is one JSON value. It allows duplicate names and invalid UTF-8.
func Valid(text []byte) bool {
	return jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// End returns the index after the object or array at the beginning of a text; -1 if it does not
// end. It only checks brackets and strings.
func End(text []byte) int { return containerEnd(text, 0) }
