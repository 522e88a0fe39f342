package event

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/go-json-experiment/json/jsontext"
)

// truncated is the index that functions of this file return where a value does not end.
const truncated = -1

// short is up to which length strings are looked at word by word: a call of IndexByte
// costs more than that.
const short = 16

// The bytes of a word: one in each, and the highest bit of each.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// stringEnd is behind the closing quote of a string; i is behind its opening one.
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

// class tells what a byte is for who looks for the end of a value.
type class uint8

const (
	other class = iota
	quote
	opening
	closing
)

//nolint:gochecknoglobals // a constant
var classes = [256]class{'"': quote, '{': opening, '[': opening, '}': closing, ']': closing}

// containerEnd is behind the end of an object or array that begins at i. Strings in it
// are found by the same rules as elsewhere; whether brackets match is not looked at.
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

// valueEnd is behind the end of the value that begins at i.
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

// parts goes through the members of an object, or the elements of an array.
type parts struct {
	b []byte
	i int
	// open is the bracket that began it.
	open byte
	// truncated: it does not end, or is no JSON.
	truncated bool
	// done: its end was found; i is behind it.
	done bool
}

// partsOf begins at the opening bracket at i.
func partsOf(b []byte, i int) parts { return parts{b: b, i: i + 1, open: b[i]} }

// next is the next part. The name, which only members have, is without its quotes, the
// value with them.
func (p *parts) next() (name, value []byte, ok bool) {
	if p.done || p.truncated {
		return nil, nil, false
	}
	b, i := p.b, space(p.b, p.i)
	if i < len(b) && b[i] == ',' {
		i = space(b, i+1)
	}
	if i >= len(b) {
		p.truncated = true
		return nil, nil, false
	}
	if b[i] == p.open+2 { // ] is two behind [, and } behind {
		p.done, p.i = true, i+1
		return nil, nil, false
	}
	if p.open == '{' {
		if b[i] != '"' {
			p.truncated = true
			return nil, nil, false
		}
		end := stringEnd(b, i+1)
		if end == truncated {
			p.truncated = true
			return nil, nil, false
		}
		name = b[i+1 : end-1]
		if i = space(b, end); i >= len(b) || b[i] != ':' {
			p.truncated = true
			return nil, nil, false
		}
		i = space(b, i+1)
	}
	end := valueEnd(b, i)
	if end == truncated {
		p.truncated = true
		return nil, nil, false
	}
	p.i = end
	return name, b[i:end], true
}

// Inner is what stands between the quotes of a string, still escaped; nil for another
// value.
func Inner(value []byte) []byte {
	if len(value) < 2 || value[0] != '"' {
		return nil
	}
	return value[1 : len(value)-1]
}

// Unescape is the text of a string that stands between quotes. What is no valid
// escape is replaced.
func Unescape(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(bytes.ToValidUTF8(raw, []byte("\uFFFD")))
	}
	quoted := make([]byte, 0, len(raw)+2)
	quoted = append(append(append(quoted, '"'), raw...), '"')
	text, _ := jsontext.AppendUnquote(nil, quoted) // on an error it has what is valid
	return string(text)
}

// Quote writes a text as a string of JSON.
func Quote(text string) []byte {
	quoted, _ := jsontext.AppendQuote(nil, text) // on an error it has what is valid
	return quoted
}

// Member is the value of a member of an object, nil where it has none.
func Member(object []byte, wanted string) []byte {
	if len(object) == 0 || object[0] != '{' {
		return nil
	}
	for p := partsOf(object, 0); ; {
		name, value, ok := p.next()
		if !ok {
			return nil
		}
		if string(name) == wanted {
			return value
		}
	}
}

// texts are the strings of an array.
func texts(array []byte) (list []string) {
	if len(array) == 0 || array[0] != '[' {
		return nil
	}
	for p := partsOf(array, 0); ; {
		_, value, ok := p.next()
		if !ok {
			return list
		}
		if s := Inner(value); s != nil {
			list = append(list, Unescape(s))
		}
	}
}

// Valid reports whether a text is one JSON value by all rules but those for names that
// come twice and for encodings.
func Valid(text []byte) bool {
	return jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// End is behind the end of the object or array that a text begins with, and -1 where it
// does not end in the text. It looks at brackets and strings only.
func End(text []byte) int { return containerEnd(text, 0) }

// Record reads one JSON value as a record, whatever lines it has.
func (r *Reader) Record(value []byte) Outcome { return r.Line(value) }
