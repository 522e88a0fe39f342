package markdown

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// kept is where the note of a pull request stands, and how many entries it is
// made of.
type kept struct{ at, entries int }

// mostMerged bounds the entries of one pull request: each is compared with what
// the ones before have said.
const mostMerged = 16

// full: the pull request has more entries already than any has had.
func (r *reader) full(n changelog.Note) bool {
	return r.seen[reference{n.Repository, n.PR}].entries >= mostMerged
}

// add puts a note into the document. One pull request has one note: an entry
// that stands in two sections, or twice in one, adds its section, and its text
// where that says something else.
func (r *reader) add(n changelog.Note) {
	key := reference{n.Repository, n.PR}
	k := r.seen[key]
	if n.PR == 0 || k.entries == 0 {
		if n.PR != 0 {
			r.seen[key] = kept{len(r.doc.Notes), 1}
		}
		if len(r.doc.Notes) == cap(r.doc.Notes) {
			// A note is 1 kB, and append grows a long list by a quarter: doubling copies less.
			r.doc.Notes = slices.Grow(r.doc.Notes, max(64, len(r.doc.Notes)))
		}
		r.doc.Notes = append(r.doc.Notes, n)
		return
	}
	r.seen[key] = kept{k.at, k.entries + 1}
	r.doc.Stats.Merged++
	merge(&r.doc.Notes[k.at], n)
}

func merge(into *changelog.Note, n changelog.Note) {
	into.Sections = slice.Add(into.Sections, n.Sections...)
	slices.SortStableFunc(into.Sections, func(a, b changelog.Section) int { return a.Rank() - b.Rank() })
	if into.Section != into.Sections[0] {
		into.Section, into.Headings = into.Sections[0], n.Headings
	}
	into.ActionRequired = into.ActionRequired || n.ActionRequired
	into.Authors, into.PRs = slice.Add(into.Authors, n.Authors...), slice.Add(into.PRs, n.PRs...)
	mergeSIGs(into, n)
	mergeText(into, n)
}

// mergeSIGs keeps the better source; of one source it takes both.
func mergeSIGs(into *changelog.Note, n changelog.Note) {
	order := []changelog.SIGSource{changelog.SIGFromTail, changelog.SIGFromHeading, changelog.SIGFromCourtesy, changelog.SIGUnknown}
	was, is := slices.Index(order, into.SIGSource), slices.Index(order, n.SIGSource)
	switch {
	case is < was:
		into.SIGs, into.SIGSource = n.SIGs, n.SIGSource
	case is == was:
		into.SIGs = slice.Unique(slices.Concat(into.SIGs, n.SIGs))
	}
}

// mergeText keeps the longer of two texts of which one says the other, and both
// where neither does: 1.18 tells of #87580 in two entries.
func mergeText(into *changelog.Note, n changelog.Note) {
	const most = 64 << 10
	a, b := words(into.Text), words(n.Text)
	switch {
	case strings.Contains(a, b):
	case strings.Contains(b, a), alike(a, b):
		if len(n.Text) > len(into.Text) {
			into.Text = n.Text
		}
	case len(into.Text)+len(n.Text) < most:
		into.Text += "\n\n" + n.Text
	}
}

// words is a text without what does not change its meaning.
func words(text string) string {
	clean := strings.Map(func(c rune) rune {
		if strings.ContainsRune("`*_.,;:()[]\"'", c) {
			return ' '
		}
		return c
	}, strings.ToLower(text))
	return strings.Join(strings.Fields(clean), " ")
}

// alike: most words of the shorter text stand in the longer one.
func alike(a, b string) bool {
	const share = 0.8
	short, long := strings.Fields(a), strings.Fields(b)
	if len(short) > len(long) {
		short, long = long, short
	}
	have := slice.Set(long)
	common := 0
	for _, w := range short {
		if have[w] {
			common++
		}
	}
	return float64(common) >= share*float64(len(short))
}
