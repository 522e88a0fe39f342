package totals

// counter counts some known words. It counts all others together, because a log can contain
// any word.
type counter struct {
	words []string
	n     []int
}

func newCounter(words ...string) counter {
	words = append(words, "other")
	return counter{words, make([]int, len(words))}
}

func (c *counter) add(word []byte, n int) {
	last := len(c.words) - 1
	for i, known := range c.words[:last] {
		if string(word) == known {
			c.n[i] += n
			return
		}
	}
	c.n[last] += n
}

func (c *counter) join(other *counter) {
	for i, n := range other.n {
		c.n[i] += n
	}
}

// counts returns the counts of the words that occurred.
func (c *counter) counts() map[string]int {
	all := map[string]int{}
	for i, n := range c.n {
		if n > 0 {
			all[c.words[i]] = n
		}
	}
	return all
}
