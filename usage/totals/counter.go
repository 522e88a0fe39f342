package totals

// counter counts words of which there are few. Others are counted together: a log may claim
// any.
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

// counts are those of the words that there were.
func (c *counter) counts() map[string]int {
	all := map[string]int{}
	for i, n := range c.n {
		if n > 0 {
			all[c.words[i]] = n
		}
	}
	return all
}
