package waiver

import "strings"

// Parse finds the comments of a text.
func Parse(text string) Comments {
	c := collector{lexer: lexer{open: -1}, begin: 1}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		for part := range strings.SplitSeq(line, "\r") {
			c.line(part)
		}
	}
	c.endDocument(c.number)
	return Comments{list: c.list, documents: c.documents}
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

func (c *collector) line(text string) {
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
