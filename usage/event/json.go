package event

import (
	"bytes"
	"iter"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/unjson"
)

// truncated is the index after a value that does not end, also in package unjson.
const truncated = -1

// valueEnd returns the index after the value that begins at i.
func valueEnd(b []byte, i int) int {
	if i >= len(b) {
		return truncated
	}
	switch b[i] {
	case '"':
		return unjson.StringEnd(b, i+1)
	case '{', '[':
		return unjson.ContainerEnd(b, i)
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
