package link

import (
	"cmp"
	"math"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// The minimum scores of links. A link that was inferred from another link is never sure.
const (
	linked   = 5.0
	sure     = 6.5
	inferred = 5.0
)

// Link finds the notes that describe each change: first for each change alone, then with the links
// of related changes.
func Link(in Input) Result {
	result := Result{Links: make([][]Match, len(in.Changes))}
	if len(in.Notes) == 0 {
		return result
	}
	in.Old, in.New = cmp.Or(in.Old, &discovery.Surface{}), cmp.Or(in.New, &discovery.Surface{})
	f := newFinder(&in)
	for i := range in.Changes {
		if _, ok := acts(in.Changes[i].Rule); ok {
			f.changes = append(f.changes, f.scored(i))
		}
	}
	f.chooseLinks()
	f.inferLinks()
	for _, v := range f.changes {
		result.Links[v.at] = f.matches(v)
	}
	result.Claims = f.claims()
	return result
}

// finder is the state that the passes share.
type finder struct {
	in         *Input
	index      *index
	api        *apiNames
	candidates *candidates
	// changes are those that notes can describe.
	changes []*linkedChange
	// linkCount has the number of changes that are linked to each note.
	linkCount map[int32]int
	// withoutTexts: most notes have no text, so a name that is missing in them proves nothing.
	withoutTexts bool
}

// linkedChange is a change with its candidates and its link.
type linkedChange struct {
	subject subject
	// at is the index in Input.Changes.
	at int
	// list has the best candidates, best first.
	list []candidate
	// top is the link, which may be inferred. It is nil if there is none.
	top *candidate
	// inferred: the link is that of a related change.
	inferred bool
	// removal is the note about the version that a graduation removed. It is nil if there is none.
	removal *candidate
}

// kept is how many candidates of a change are kept.
const kept = 12

func newFinder(in *Input) *finder {
	entries := make([]entry, len(in.Notes))
	for i := range in.Notes {
		entries[i] = read(&in.Notes[i])
	}
	f := &finder{in: in, index: newIndex(entries), api: newAPINames(in), candidates: newCandidates(len(entries)), linkCount: map[int32]int{}}
	silent := 0
	for i := range in.Notes {
		if in.Notes[i].Text == "" {
			silent++
		}
	}
	f.withoutTexts = 2*silent > len(in.Notes)
	return f
}

// scored returns a change with its candidates, without looking at other changes.
func (f *finder) scored(at int) *linkedChange {
	c := &f.in.Changes[at]
	v := &linkedChange{at: at, subject: about(c, f.in, f.api)}
	v.list = f.best(&v.subject)
	if c.Rule == "resource-graduated" {
		v.removal = f.removalOf(c)
	}
	return v
}

func (f *finder) best(s *subject) []candidate {
	f.index.score(s, f.candidates)
	list := f.candidates.list
	order.By(list, f.index.better)
	return slices.Clone(list[:min(kept, len(list))])
}

// removalOf returns the note that says that the old version of a graduation was removed. Often this
// is another note than the one about the new version, because the old version was removed later
// than its replacement was added: #119495 of 1.29.
func (f *finder) removalOf(graduation *rule.Change) *candidate {
	c := *graduation
	c.Rule, c.Version = rule.ResourceRemoved, graduation.Old
	s := about(&c, f.in, f.api)
	for _, r := range f.best(&s) {
		if r.exact && r.score >= linked && f.index.entries[r.entry].stated.removes {
			return &r
		}
	}
	return nil
}

// chooseLinks links each change to its best candidate that has enough points.
func (f *finder) chooseLinks() {
	for _, v := range f.changes {
		order.By(v.list, f.index.better)
		for j := range v.list {
			if c := &v.list[j]; c.score >= v.subject.minScore(c) {
				v.top = c
				f.linkCount[c.entry]++
				break
			}
		}
	}
}

// minScore returns the score that a note needs for a link. It is higher if the note names the field
// only by a common word.
func (s *subject) minScore(c *candidate) float64 {
	if s.act == staged && s.change.Schema != "" && !c.named {
		return linked + 1.5
	}
	if s.change.Schema != "" && s.act == added && !c.exact && c.onlyWords {
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

// matches returns the links of a change: the best note, and others that describe it as well.
func (f *finder) matches(v *linkedChange) (out []Match) {
	if v.top != nil {
		out = append(out, v.top.match(v.inferred))
	}
	for i := 1; i < len(v.list) && v.top != nil && !v.inferred && len(out) < 3; i++ {
		if c := &v.list[i]; f.both(v.top, c) {
			out = append(out, c.match(false))
		}
	}
	if r := v.removal; r != nil && !slices.ContainsFunc(out, func(m Match) bool { return m.Note == int(r.entry) }) {
		out = append(out, r.match(false))
	}
	return out
}

// both reports whether two notes both describe a change: they have nearly the same score, or one
// reverts the other.
func (f *finder) both(top, c *candidate) bool {
	a, b := f.index.entries[top.entry].note, f.index.entries[c.entry].note
	if a.PR != 0 && b.PR != 0 && (a.Reverts == b.PR || b.Reverts == a.PR) {
		return c.score >= linked-1
	}
	return c.exact && c.score >= sure && c.score >= 0.93*top.score
}

// better orders candidates by points, then by pull request.
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

// round keeps two digits, so that the order of floating-point additions does not matter.
func round(f float64) float64 { return math.Round(f*100) / 100 }
