package markdown

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// kept has the index of the note of a pull request, and the number of entries merged into it.
type kept struct{ at, entries int }

// mostMerged limits the entries of one pull request, because each is compared with those before.
const mostMerged = 16

// full reports whether the pull request already has more entries than any real one.
func (r *reader) full(n changelog.Note) bool {
	return r.seen[changelog.PullRequest{Repository: n.Repository, Number: n.PR}].entries >= mostMerged
}

// add adds a note to the document. A pull request has one note: an entry that is in two sections,
// or twice in one, adds its section, and its text if that differs. An entry with a wrong number is a
// note of its own.
func (r *reader) add(n changelog.Note) {
	key := changelog.PullRequest{Repository: n.Repository, Number: n.PR}
	k := r.seen[key]
	if n.PR != 0 && k.entries > 0 && wrongNumber(&r.doc.Notes[k.at], &n) {
		r.seen[key] = kept{k.at, k.entries + 1}
		key.Repository = n.Authors[0] // no repository has such a name, because it has no slash
		k = r.seen[key]
	}
	if n.PR == 0 || k.entries == 0 {
		if n.PR != 0 {
			r.seen[key] = kept{len(r.doc.Notes), 1}
		}
		if len(r.doc.Notes) == cap(r.doc.Notes) {
			// A note has 1 kB, and append grows a long list by a quarter. Doubling copies less.
			r.doc.Notes = slices.Grow(r.doc.Notes, max(64, len(r.doc.Notes)))
		}
		r.doc.Notes = append(r.doc.Notes, n)
		return
	}
	r.seen[key] = kept{k.at, k.entries + 1}
	r.doc.Stats.Merged++
	merge(&r.doc.Notes[k.at], n)
}

// wrongNumber reports whether two entries with one number are of different pull requests, as those
// with #133570 of 1.34: they have different authors, and different texts.
func wrongNumber(a, b *changelog.Note) bool {
	if len(a.Authors) == 0 || len(b.Authors) == 0 || slices.ContainsFunc(a.Authors, func(name string) bool { return slices.Contains(b.Authors, name) }) {
		return false
	}
	x, y := words(a.Text), words(b.Text)
	return !strings.Contains(x, y) && !strings.Contains(y, x) && !alike(x, y)
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

// mergeSIGs keeps the SIGs of the better source, or those of both if the source is the same.
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

// mergeText keeps the longer of two texts if one contains the other, and both texts otherwise: 1.18
// has two entries for #87580.
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

func words(text string) string {
	clean := strings.Map(func(c rune) rune {
		if strings.ContainsRune("`*_.,;:()[]\"'", c) {
			return ' '
		}
		return c
	}, strings.ToLower(text))
	return strings.Join(strings.Fields(clean), " ")
}

// alike reports whether the longer text has most words of the shorter one.
func alike(a, b string) bool {
	const share = 0.8
	short, long := strings.Fields(a), strings.Fields(b)
	if len(short) > len(long) {
		short, long = long, short
	}
	have := slice.Set(long)
	common := slice.Filter(short, func(w string) bool { return have[w] })
	return float64(len(common)) >= share*float64(len(short))
}
