package link

import (
	"cmp"
	"slices"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// reason is a reason why a note may describe a change.
type reason struct {
	points float64
	text   string
}

// candidate is a note that may describe a change.
type candidate struct {
	entry   int32
	score   float64
	reasons []reason
	// named: the note names the thing itself, not only its surroundings.
	named bool
	// namesOwner: it names the kind or type that the thing belongs to.
	namesOwner bool
	// ofGroup: it is about the group.
	ofGroup bool
	// onlyWords: it has only the words of a feature gate, and its labels do not call it an API
	// change.
	onlyWords bool
	// stated: it describes exactly this change.
	stated bool
	// exact: it names the group-version, the gate or the field as written.
	exact bool
}

// candidates are the notes that may describe one change. The memory is reused for the next change.
type candidates struct {
	at   []int // by note: the index in list, or -1
	list []candidate
}

func newCandidates(entries int) *candidates {
	return &candidates{at: slices.Repeat([]int{-1}, entries)}
}

func (cs *candidates) reset() {
	for i := range cs.list {
		cs.at[cs.list[i].entry] = -1
	}
	cs.list = nil
}

// of returns the candidate for a note. It adds one if there is none.
func (cs *candidates) of(entry int32) *candidate {
	if cs.at[entry] < 0 {
		cs.at[entry] = len(cs.list)
		cs.list = append(cs.list, candidate{entry: entry})
	}
	return &cs.list[cs.at[entry]]
}

// exactly gives points to a note that names the thing as written.
func (cs *candidates) exactly(entry int32, points float64, text string) {
	c := cs.of(entry)
	c.named, c.exact = true, true
	c.give(points, text)
}

// give adds points. text is empty if the points need no explanation.
func (c *candidate) give(points float64, text string) {
	c.score += points
	if text != "" {
		c.reasons = append(c.reasons, reason{points, text})
	}
}

func (c *candidate) why() []string {
	order.Stably(c.reasons, func(a, b reason) int { return cmp.Compare(b.points, a.points) })
	return slice.Add(nil, slice.Map(c.reasons, func(r reason) string { return r.text })...)
}
