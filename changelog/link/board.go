package link

import (
	"cmp"
	"slices"

	"github.com/kubedelta/kubedelta/discovery/order"
)

// reason is why an entry is thought to be behind a change.
type reason struct {
	points float64
	text   string
}

// candidate is an entry that may be behind a change.
type candidate struct {
	entry   int32
	score   float64
	reasons []reason
	// named: the entry names the thing itself, not only what is around it.
	named bool
	// owned: it names the kind or type that the thing belongs to.
	owned bool
	// near: it is about the group.
	near bool
	// worded: it has no more than the words of a feature gate, and is no API change by its
	// kind.
	worded bool
	// plain: it tells of this very change.
	plain bool
	// exact: it names the group-version, the gate or the field as written.
	exact bool
}

// board collects the candidates of one change. It is used again for the next.
type board struct {
	at    []int // by entry: the place in list, -1 for none
	list  []candidate
	clean []int32
}

func newBoard(entries int) *board {
	b := &board{at: make([]int, entries)}
	for i := range b.at {
		b.at[i] = -1
	}
	return b
}

func (b *board) reset() {
	for _, i := range b.clean {
		b.at[i] = -1
	}
	b.clean, b.list = b.clean[:0], nil
}

// of is the candidate for an entry, new where there was none.
func (b *board) of(entry int32) *candidate {
	if b.at[entry] < 0 {
		b.at[entry] = len(b.list)
		b.list = append(b.list, candidate{entry: entry})
		b.clean = append(b.clean, entry)
	}
	return &b.list[b.at[entry]]
}

// known is the candidate for an entry; nil where nothing speaks for it yet.
func (b *board) known(entry int32) *candidate {
	if b.at[entry] < 0 {
		return nil
	}
	return &b.list[b.at[entry]]
}

// give adds points; text is empty for what is no reason by itself.
func (c *candidate) give(points float64, text string) {
	c.score += points
	if text != "" {
		c.reasons = append(c.reasons, reason{points, text})
	}
}

// why lists the reasons, strongest first.
func (c *candidate) why() (out []string) {
	order.Stably(c.reasons, func(a, b reason) int { return cmp.Compare(b.points, a.points) })
	for _, r := range c.reasons {
		if !slices.Contains(out, r.text) {
			out = append(out, r.text)
		}
	}
	return out
}
