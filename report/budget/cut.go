package budget

import "strings"

// cut is a page from which lines are removed.
type cut struct {
	*Page
	words Words
	gone  []bool
	// heads are the heads above each line; below counts the remaining lines below each head.
	heads [][]int
	below []int
	// lost and had count the lines of each part.
	lost, had []int
	total     int
	// left is the size of the remaining lines.
	left int
	// short is set if the notice names no parts. noticeSize is its greatest length.
	short      bool
	noticeSize int
}

func (p *Page) cut(limit int, w Words) *cut {
	c := &cut{
		Page: p, words: w, gone: make([]bool, len(p.pieces)), heads: make([][]int, len(p.pieces)), below: make([]int, len(p.pieces)),
		lost: make([]int, len(p.parts)), had: make([]int, len(p.parts)), left: p.size,
	}
	var open []int
	for i, one := range p.pieces {
		if one.level > 0 {
			for len(open) > 0 && p.pieces[open[len(open)-1]].level >= one.level {
				open = open[:len(open)-1]
			}
			open = append(open, i)
			continue
		}
		c.had[one.part]++
		c.heads[i] = append([]int(nil), open...)
		for _, h := range open {
			c.below[h]++
		}
	}
	// A notice with every part could be most of a small page.
	c.short = len(c.noticeOf(c.had, false)) > limit/4
	c.noticeSize = len(c.noticeOf(c.had, c.short))
	return c
}

// drop removes a line, and heads without lines.
func (c *cut) drop(i int) {
	one := c.pieces[i]
	c.gone[i] = true
	c.left -= len(one.text)
	c.lost[one.part]++
	c.total++
	for _, h := range c.heads[i] {
		c.below[h]--
		if c.below[h] == 0 {
			c.gone[h] = true
			c.left -= len(c.pieces[h].text)
		}
	}
}

// size is an upper bound of the size of the page.
func (c *cut) size() int {
	size := c.left
	if c.total == 0 {
		return size
	}
	for part, lost := range c.lost {
		if c.broken(part) {
			size += len(c.words.More(lost))
		}
	}
	return size + c.noticeSize
}

// broken reports whether a part with a name has lost some of its lines, but not all.
func (c *cut) broken(part int) bool {
	return c.parts[part] != "" && c.lost[part] > 0 && c.lost[part] < c.had[part]
}

// noticeOf is the notice for the lost lines of each part. A short one names no parts.
func (c *cut) noticeOf(lost []int, short bool) string {
	total := 0
	for _, n := range lost {
		total += n
	}
	if short {
		return c.words.LeftOut(total, nil)
	}
	return c.words.LeftOut(total, c.named(lost))
}

// named are the parts with lost lines. Parts with the same name are one.
func (c *cut) named(lost []int) (list []Lost) {
	at := map[string]int{}
	for part, n := range lost {
		name := c.parts[part]
		if n == 0 || name == "" {
			continue
		}
		i, known := at[name]
		if !known {
			i = len(list)
			at[name] = i
			list = append(list, Lost{Part: name})
		}
		list[i].Lost += n
	}
	for part, n := range c.had {
		if i, known := at[c.parts[part]]; known {
			list[i].Of += n
		}
	}
	return list
}

// String is the remaining page with the notice. Each part that has lost some of its lines ends with
// their number.
func (c *cut) String() string {
	var b strings.Builder
	b.Grow(c.left + 1024)
	last := map[int]int{}
	for i, one := range c.pieces {
		if !c.gone[i] && one.level == 0 && c.broken(one.part) {
			last[one.part] = i
		}
	}
	for i, one := range c.pieces {
		if i == c.notice {
			b.WriteString(c.said())
		}
		if c.gone[i] {
			continue
		}
		b.WriteString(one.text)
		if at, has := last[one.part]; has && at == i {
			b.WriteString(c.words.More(c.lost[one.part]))
		}
	}
	if c.notice >= len(c.pieces) {
		b.WriteString(c.said())
	}
	return b.String()
}

// said is the notice; "" if nothing was removed.
func (c *cut) said() string {
	if c.total == 0 {
		return ""
	}
	return c.noticeOf(c.lost, c.short)
}
