package event

// Cursor iterates over a JSON value whose end is known. It does not parse values that the caller
// skips. In invalid JSON it ends early.
type Cursor struct {
	text []byte
	i    int
}

// NewCursor returns a cursor before the value at the beginning of a text.
func NewCursor(text []byte) Cursor { return Cursor{text: text} }

// Kind returns the first byte of the next value, or 0 if there is none.
func (c *Cursor) Kind() byte {
	if c.i = space(c.text, c.i); c.i >= len(c.text) {
		return 0
	}
	return c.text[c.i]
}

// Enter moves into the next object or array.
func (c *Cursor) Enter() { c.i++ }

// Skip moves to the end of the next value.
func (c *Cursor) Skip() {
	if c.i = valueEnd(c.text, space(c.text, c.i)); c.i == truncated {
		c.i = len(c.text)
	}
}

// Name returns the name of the next member, escaped and without quotes, and moves to its value. ok
// is false at the end of the object.
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

// More reports whether the array has another element. If not, it moves to the end of the array.
func (c *Cursor) More() bool {
	if k := c.comma(); k == 0 || k == ']' {
		c.i++
		return false
	}
	return true
}

// comma skips a comma and returns the kind of the next value.
func (c *Cursor) comma() byte {
	k := c.Kind()
	if k == ',' {
		c.i++
		k = c.Kind()
	}
	return k
}
