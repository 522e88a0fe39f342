package engine

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// Place returns the line and column of the template, from 1, that a place of the output comes
// from. The column is 0 if an action wrote the place. Both are 0 if it comes from another file.
func (o *Output) Place(line, column int) (int, int) {
	if o.lines == nil {
		o.lines, o.textLines = lineStarts(o.Data), lineStarts([]byte(o.text))
	}
	offset, ok := o.offset(line, column)
	if !ok {
		return 0, 0
	}
	// The last span that begins at or before the place, because spans may be empty.
	after, _ := slices.BinarySearchFunc(o.spans, offset+1, func(s span, at int) int { return cmp.Compare(s.out, at) })
	if after == 0 {
		return 0, 0
	}
	s := o.spans[after-1]
	if s.file != o.Name || s.pos > len(o.text) {
		return 0, 0
	}
	pos := s.pos
	if s.literal {
		pos = min(pos+offset-s.out, len(o.text))
	}
	line, _ = slices.BinarySearch(o.textLines, pos+1)
	if !s.literal {
		return line, 0
	}
	return line, utf8.RuneCountInString(o.text[o.textLines[line-1]:pos]) + 1
}

// offset returns the byte offset of a line and a column, in characters from 1, of the output.
func (o *Output) offset(line, column int) (int, bool) {
	if line > len(o.lines) {
		return 0, false
	}
	start := o.lines[max(line, 1)-1]
	for at := start; at < len(o.Data); column-- {
		if column <= 1 {
			return at, true
		}
		_, size := utf8.DecodeRune(o.Data[at:])
		at += size
	}
	return start, start < len(o.Data)
}

// lineStarts returns the offsets of the lines of a text.
func lineStarts(text []byte) []int {
	starts := []int{0}
	for i, c := range text {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}
