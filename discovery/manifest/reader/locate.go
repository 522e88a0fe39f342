package reader

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// place is the beginning of a node in a document, with line and column from 1.
type place struct{ offset, line, column int32 }

// locator converts the lines and columns of yaml.v3, for which U+0085, U+2028 and U+2029 are line
// ends too, to offsets and to the lines and columns of editors. It overwrites Line of the nodes
// with the index of their place.
type locator struct {
	text string
	// lines are the beginnings of the lines of yaml.v3, each with the line in an editor and the number
	// of characters before it in that line.
	lines, places []place
	// line, column and offset are the last place that was found, where the next search begins.
	line, column, offset int
}

func (l *locator) reset(text string) {
	*l = locator{text: text, lines: append(l.lines[:0], place{0, 1, 0}), places: l.places[:0], line: -1}
	line, column, begin := int32(1), int32(0), 0
	for i := 0; i < len(text); {
		size, ours := lineEnd(text, i)
		if size == 0 {
			i++
			continue
		}
		i += size
		if ours {
			line++
			column = 0
		} else {
			column += int32(utf8.RuneCountInString(text[begin:i]))
		}
		begin = i
		l.lines = append(l.lines, place{int32(i), line, column})
	}
}

// lineEnd returns the size of the line end at i; 0 if there is none. ours reports whether it is
// also a line end in editors.
func lineEnd(text string, i int) (size int, ours bool) {
	switch text[i] {
	case '\n':
		return 1, true
	case '\r':
		if strings.HasPrefix(text[i:], "\r\n") {
			return 2, true
		}
		return 1, true
	case 0xC2:
		if strings.HasPrefix(text[i:], "\u0085") {
			return 2, false
		}
	case 0xE2:
		if strings.HasPrefix(text[i:], "\u2028") || strings.HasPrefix(text[i:], "\u2029") {
			return 3, false
		}
	}
	return 0, false
}

// locate finds the places of a node and its descendants. It does not follow aliases.
func (l *locator) locate(n *yaml.Node, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("nested more than %d levels deep", maxDepth)
	}
	where, err := l.find(n.Line-1, n.Column-1)
	if err != nil {
		return err
	}
	n.Line = len(l.places)
	l.places = append(l.places, where)
	for _, below := range n.Content {
		if err := l.locate(below, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (l *locator) of(n *yaml.Node) place { return l.places[n.Line] }

func (l *locator) find(line, column int) (place, error) {
	if line < 0 || line >= len(l.lines) || column < 0 {
		return place{}, errors.New("not valid YAML: the line of a value is unknown")
	}
	begin := l.lines[line]
	if line != l.line || column < l.column {
		l.line, l.column, l.offset = line, 0, int(begin.offset)
	}
	for l.column < column && l.offset < len(l.text) {
		_, size := utf8.DecodeRuneInString(l.text[l.offset:])
		l.offset += size
		l.column++
	}
	return place{int32(l.offset), begin.line, begin.column + int32(column) + 1}, nil
}

// extent returns the beginning and the end of a scalar that begins at i, or after its tag and
// anchor there; -1 if they are not known.
func extent(text string, i int, n *yaml.Node) (from, end int) {
	if i > len(text) {
		return -1, -1
	}
	if n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 {
		i = behindProperties(text, i)
	}
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		return i, quotedEnd(text, i, '"')
	case n.Style&yaml.SingleQuotedStyle != 0:
		return i, quotedEnd(text, i, '\'')
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return blockExtent(text, i, n.Value)
	default:
		return plainExtent(text, i, n.Value)
	}
}

// behindProperties skips anchors and tags.
func behindProperties(text string, i int) int {
	for i < len(text) && (text[i] == '&' || text[i] == '!') {
		for i < len(text) && !strings.ContainsRune(" \t\r\n", rune(text[i])) {
			i++
		}
		for i < len(text) && strings.ContainsRune(" \t\r\n", rune(text[i])) {
			i++
		}
	}
	return i
}

// quotedEnd returns the end of the quoted string at i; i if it does not end.
func quotedEnd(text string, i int, quote byte) int {
	for j := i + 1; j < len(text); j++ {
		switch {
		case quote == '"' && text[j] == '\\':
			j++
		case text[j] != quote:
		case quote == '\'' && j+1 < len(text) && text[j+1] == quote:
			j++
		default:
			return j + 1
		}
	}
	return i
}

// plainExtent compares the text with the value of a plain scalar: for a space or a line end in the
// value, the text may have several.
func plainExtent(text string, i int, value string) (from, end int) {
	if strings.HasPrefix(text[i:], value) {
		return i, i + len(value)
	}
	j := i
	for k := 0; k < len(value); {
		switch {
		case value[k] == ' ' || value[k] == '\n':
			before := j
			for j < len(text) && strings.IndexByte(" \t\r\n", text[j]) >= 0 {
				j++
			}
			for k < len(value) && (value[k] == ' ' || value[k] == '\n') {
				k++
			}
			if before == j {
				return -1, -1
			}
		case j >= len(text) || text[j] != value[k]:
			return -1, -1
		default:
			j, k = j+1, k+1
		}
	}
	return i, j
}

// blockExtent returns the end of a block scalar: that of its last line that is not empty, or of its
// header.
func blockExtent(text string, i int, value string) (from, end int) {
	header := i + 1
	for header < len(text) && strings.IndexByte("+-0123456789", text[header]) >= 0 {
		header++
	}
	if strings.TrimRight(value, "\n") == "" {
		return i, header
	}
	j := lineStop(text, header)
	// The lines of the scalar are indented like its first line that is not empty.
	for indent := 0; j < len(text); {
		begin := j
		for begin < len(text) && (text[begin] == '\n' || text[begin] == '\r') {
			begin++
		}
		k := begin
		for k < len(text) && text[k] == ' ' && (indent == 0 || k-begin < indent) {
			k++
		}
		j = lineStop(text, k)
		if k == j {
			continue
		}
		indent = cmp.Or(indent, k-begin)
		if k-begin < indent || indent == 0 {
			break
		}
		end = j
	}
	if end == 0 || strings.ContainsAny(text[i+1:header], "123456789") {
		return -1, -1
	}
	return i, end
}

// lineStop returns the end of the line at i.
func lineStop(text string, i int) int {
	if at := strings.IndexAny(text[i:], "\n\r"); at >= 0 {
		return i + at
	}
	return len(text)
}
