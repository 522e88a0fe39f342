package waiver

import "strings"

// Parse finds the waivers in a text, which is in its file after a number of lines.
func Parse(text string, above int) Comments {
	c := collector{lexer: lexer{open: -1}, number: above, begin: above + 1}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		for part := range strings.SplitSeq(line, "\r") {
			c.line(part)
		}
	}
	c.endDocument(c.number)
	return Comments{list: c.list, documents: c.documents}
}

// collector collects the comments of the lines.
type collector struct {
	lexer  lexer
	list   []Comment
	number int
	// documents is the number of documents with content.
	documents int
	// first and waiting are indices in list: of the first comment of the document, and of the first
	// that waits for the line below it.
	first, waiting int
	begin          int
	// explicit: a marker started the document. content: it has content so far.
	explicit, content bool
}

func (c *collector) line(text string) {
	c.number++
	s := c.lexer.line(text)
	switch s.marker {
	case begins, ends:
		// Comments before the first marker are at the head of the document that it starts.
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
		c.waiting = len(c.list) // a blank line: comments above it cover nothing below it
	}
	c.content = c.content || s.content
}

// settle sets the line that the waiting comments are above.
func (c *collector) settle(line int) {
	for i := c.waiting; i < len(c.list); i++ {
		c.list[i].First, c.list[i].Last = line, line
	}
	c.waiting = len(c.list)
}

// endDocument sets the lines of the comments at the head of the document.
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
