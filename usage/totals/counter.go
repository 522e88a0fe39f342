package totals

// counter counts some known words. It counts all others together, because a log can contain
// any word.
type counter map[string]*int

const other = "other"

func newCounter(words ...string) counter {
	c := counter{}
	for _, word := range append(words, other) {
		c[word] = new(int)
	}
	return c
}

func (c counter) of(word string) *int {
	if n := c[word]; n != nil {
		return n
	}
	return c[other]
}

func (c counter) join(with counter) {
	for word, n := range with {
		*c[word] += *n
	}
}

func (c counter) counts() map[string]int {
	all := map[string]int{}
	for word, n := range c {
		if *n > 0 {
			all[word] = *n
		}
	}
	return all
}
