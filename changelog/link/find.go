package link

import (
	"cmp"
	"math"
	"slices"

	"github.com/kubedelta/kubedelta/discovery/order"
)

// The grades of a link, in points. A link that was inferred from another one is
// never sure.
const (
	linked   = 5.0
	sure     = 6.5
	inferred = 5.0
)

// Link finds for each change the entries behind it: first each change for
// itself, then what changes of one feature tell of each other.
func Link(in Input) Result {
	result := Result{Links: make([][]Match, len(in.Changes))}
	if len(in.Notes) == 0 {
		return result
	}
	f := newFinder(&in)
	for i := range f.cases {
		f.judge(i)
	}
	f.settle()
	f.spread()
	for i := range f.cases {
		result.Links[i] = f.matches(&f.cases[i])
	}
	result.Claims = f.claims()
	return result
}

// finder holds what the passes share.
type finder struct {
	in      *Input
	index   *index
	terrain *terrain
	board   *board
	cases   []verdict
	// claimed counts, by entry, the changes that it is linked to.
	claimed map[int32]int
	// mute: most notes have no text, so that silence tells nothing.
	mute bool
}

// verdict is what is thought of one change.
type verdict struct {
	subject subject
	// skip: no note speaks of such changes.
	skip bool
	// list are the best candidates, best first.
	list []candidate
	// top is set where one of them, or one that was inferred, is the link.
	top *candidate
	// inferred: the link comes from another change.
	inferred bool
}

// kept is how many candidates of a change are remembered.
const kept = 12

func newFinder(in *Input) *finder {
	entries := make([]entry, len(in.Notes))
	for i := range in.Notes {
		entries[i] = read(&in.Notes[i])
	}
	f := &finder{in: in, index: newIndex(entries), terrain: survey(in), board: newBoard(len(entries)), claimed: map[int32]int{}}
	silent := 0
	for i := range in.Notes {
		if in.Notes[i].Text == "" {
			silent++
		}
	}
	f.mute = 2*silent > len(in.Notes)
	f.cases = make([]verdict, len(in.Changes))
	return f
}

// judge scores one change for itself.
func (f *finder) judge(i int) {
	v := &f.cases[i]
	c := &f.in.Changes[i]
	if _, ok := acts(c.Rule); !ok {
		v.skip = true
		return
	}
	v.subject = about(c, f.in, f.terrain)
	f.index.score(&v.subject, f.board)
	list := f.board.list
	order.By(list, f.index.better)
	v.list = slices.Clone(list[:min(kept, len(list))])
}

// settle takes the best candidate of each change that is good enough.
func (f *finder) settle() {
	for i := range f.cases {
		v := &f.cases[i]
		order.By(v.list, f.index.better)
		for j := range v.list {
			if c := &v.list[j]; c.score >= v.subject.bar(c) {
				v.top = c
				f.claimed[c.entry]++
				break
			}
		}
	}
}

// bar is what an entry needs for a link: more where all that it names of a field
// is a word like any other.
func (s *subject) bar(c *candidate) float64 {
	if s.act == staged && s.change.Schema != "" && !c.named {
		return linked + 1.5
	}
	if s.change.Schema != "" && s.act == added && !c.exact && c.worded {
		return linked + 1.5
	}
	if s.change.Schema != "" && s.act == added && !c.named && !c.exact {
		return linked + 0.75
	}
	if s.change.Schema != "" && !c.exact && len(s.field) > 0 && len(Humps(s.field)) == 1 {
		return linked + 0.75
	}
	return linked
}

// matches writes the links of a change: the best entry, and others where they
// did as much.
func (f *finder) matches(v *verdict) (out []Match) {
	if v.top == nil {
		return nil
	}
	out = append(out, v.top.match(v.inferred))
	if v.inferred {
		return out
	}
	for i := 1; i < len(v.list) && len(out) < 3; i++ {
		if c := &v.list[i]; f.both(v.top, c) {
			out = append(out, c.match(false))
		}
	}
	return out
}

// both reports whether two entries are both behind a change: they say nearly
// as much of it, or one takes the other back.
func (f *finder) both(top, c *candidate) bool {
	a, b := f.index.entries[top.entry].note, f.index.entries[c.entry].note
	if a.PR != 0 && b.PR != 0 && (a.Reverts == b.PR || b.Reverts == a.PR) {
		return c.score >= linked-1
	}
	return c.exact && c.score >= sure && c.score >= 0.93*top.score
}

// better orders candidates: by points, then by pull request.
func (x *index) better(a, b candidate) int {
	m, n := x.entries[a.entry].note, x.entries[b.entry].note
	return cmp.Or(cmp.Compare(round(b.score), round(a.score)), cmp.Compare(m.PR, n.PR), cmp.Compare(m.Release, n.Release), cmp.Compare(m.Text, n.Text))
}

func (c *candidate) match(inferred bool) Match {
	confidence := Probably
	if c.score >= sure && !inferred {
		confidence = IntroducedBy
	}
	return Match{Note: int(c.entry), Confidence: confidence, Score: round(c.score), Why: c.why()}
}

// round keeps two digits, so that the order of sums cannot show.
func round(f float64) float64 { return math.Round(f*100) / 100 }
