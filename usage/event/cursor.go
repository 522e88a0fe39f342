package event

// Cursor walks through a JSON value whose end was found before, and looks at nothing that
// nobody asks for. In what is no JSON it ends early.
type Cursor struct {
	text []byte
	i    int
}

// NewCursor stands before the value that a text begins with.
func NewCursor(text []byte) Cursor { return Cursor{text: text} }

// Kind is the first byte of the value that comes next, 0 for none.
func (c *Cursor) Kind() byte {
	if c.i = space(c.text, c.i); c.i >= len(c.text) {
		return 0
	}
	return c.text[c.i]
}

// Enter goes into the object or array that comes next.
func (c *Cursor) Enter() { c.i++ }

// Skip goes behind the value that comes next.
func (c *Cursor) Skip() {
	if c.i = valueEnd(c.text, space(c.text, c.i)); c.i == truncated {
		c.i = len(c.text)
	}
}

// Name is the name of the next member, as it stands between its quotes, and goes behind
// its colon. ok is false behind the end of the object.
func (c *Cursor) Name() (name []byte, ok bool) {
	if c.comma() != '"' {
		c.i++
		return nil, false
	}
	begin := c.i + 1
	end := stringEnd(c.text, begin)
	if end == truncated {
		c.i = len(c.text)
		return nil, false
	}
	c.i = space(c.text, end) + 1
	return c.text[begin : end-1], true
}

// More tells whether the array has another element, and is behind its end if not.
func (c *Cursor) More() bool {
	if k := c.comma(); k == 0 || k == ']' {
		c.i++
		return false
	}
	return true
}

// comma is the kind of what comes next, behind a comma.
func (c *Cursor) comma() byte {
	k := c.Kind()
	if k == ',' {
		c.i++
		k = c.Kind()
	}
	return k
}
