package waiver

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"unicode/utf16"
)

// maxLine bounds what is looked at of a line.
const maxLine = 1 << 20

// Parse finds the comments of a file.
func Parse(data []byte) Comments {
	c, _ := Read(bytes.NewReader(data)) // bytes in memory give no error
	return c
}

// Read finds the comments of a file that is too large to be held.
func Read(r io.Reader) (Comments, error) {
	b := bufio.NewReaderSize(r, 1<<16)
	if order := utf16Order(b); order != nil {
		text, err := decode(b, order)
		if err != nil {
			return Comments{}, err
		}
		b = bufio.NewReaderSize(strings.NewReader(text), 1<<16)
	}
	if begin, _ := b.Peek(3); string(begin) == "\xEF\xBB\xBF" { // a file may be shorter
		if _, err := b.Discard(3); err != nil {
			return Comments{}, err
		}
	}
	c := collector{lexer: lexer{open: -1}, begin: 1}
	err := eachLine(b, c.line)
	c.endDocument(c.number)
	return Comments{list: c.list, documents: c.documents}, err
}

// utf16Order tells the byte order of UTF-16, by its mark or by the zero byte that
// every ASCII character has; nil for UTF-8.
func utf16Order(b *bufio.Reader) binary.ByteOrder {
	begin, _ := b.Peek(2) // a file may be shorter
	switch {
	case len(begin) < 2:
		return nil
	case begin[0] == 0xFF && begin[1] == 0xFE || begin[0] != 0 && begin[1] == 0:
		return binary.LittleEndian
	case begin[0] == 0xFE && begin[1] == 0xFF || begin[0] == 0 && begin[1] != 0:
		return binary.BigEndian
	}
	return nil
}

// maxUTF16 bounds what is decoded at once; manifests in UTF-16 are few and small.
const maxUTF16 = 64 << 20

func decode(r io.Reader, order binary.ByteOrder) (string, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxUTF16))
	if err != nil {
		return "", err
	}
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	return string(utf16.Decode(units)), nil
}

// eachLine calls visit with each line without its break, which is \n, \r\n or \r.
// Of lines that are longer than maxLine it gives the beginning.
func eachLine(b *bufio.Reader, visit func(line []byte)) error {
	var line []byte
	for {
		part, err := b.ReadSlice('\n')
		if keep := maxLine - len(line); keep > 0 {
			line = append(line, part[:min(len(part), keep)]...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if len(line) > 0 {
			visitParts(line, visit)
		}
		line = line[:0]
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// visitParts divides what ends in \n at each \r that stands alone.
func visitParts(line []byte, visit func(line []byte)) {
	line = bytes.TrimSuffix(line, []byte("\n"))
	line = bytes.TrimSuffix(line, []byte("\r"))
	for part := range bytes.SplitSeq(line, []byte("\r")) {
		visit(part)
	}
}

// collector makes the comments of the lines.
type collector struct {
	lexer  lexer
	list   []Comment
	number int
	// documents counts those with content.
	documents int
	// first of list that belongs to the document, and of those that wait for the
	// line below them.
	first, waiting int
	begin          int
	// explicit: a marker began the document. content: some has come.
	explicit, content bool
}

func (c *collector) line(text []byte) {
	c.number++
	s := c.lexer.line(text)
	switch s.marker {
	case begins, ends:
		// Comments before the first marker stand at the head of what it begins.
		if c.content || c.explicit || s.marker == ends {
			c.endDocument(c.number - 1)
			c.begin = c.number
		}
		c.explicit = s.marker == begins
	case directive:
		return
	case none:
	}
	comment, ours := parse(s.comment)
	comment.Line = c.number
	switch {
	case ours && !s.content && !c.content:
		comment.Head = true
		c.list = append(c.list, comment)
		c.waiting = len(c.list)
	case ours && s.content:
		comment.First, comment.Last = c.number, c.number
		c.settle(c.number)
		c.list = append(c.list, comment)
		c.waiting = len(c.list)
	case ours:
		c.list = append(c.list, comment)
	case s.content:
		c.settle(c.number)
	case s.comment == "" && s.marker == none:
		c.waiting = len(c.list) // a blank line: what is above it covers nothing below
	}
	c.content = c.content || s.content
}

// settle gives the comments that wait the line that they stand above.
func (c *collector) settle(line int) {
	for i := c.waiting; i < len(c.list); i++ {
		c.list[i].First, c.list[i].Last = line, line
	}
	c.waiting = len(c.list)
}

// endDocument gives the comments at the head their document.
func (c *collector) endDocument(last int) {
	for i := c.first; i < len(c.list); i++ {
		if c.list[i].Head {
			c.list[i].First, c.list[i].Last = c.begin, last
		}
	}
	if c.content {
		c.documents++
	}
	c.first, c.waiting, c.content = len(c.list), len(c.list), false
}
