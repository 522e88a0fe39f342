package history

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/order"
)

// alikeBackport is the least share of common words at which two notes of one author are about the
// same change, if they have the same version numbers.
const alikeBackport = 0.6

// patchNote is a note of a patch release.
type patchNote struct {
	version changelog.Version
	note    *changelog.Note
	words   map[string]bool
}

// patchIndex finds the notes of patch releases by number, by text and by author.
type patchIndex struct {
	byPR     map[int][]patchNote
	byText   map[string][]patchNote
	byAuthor map[string][]patchNote
}

func (l *Library) newPatchIndex() *patchIndex {
	x := &patchIndex{byPR: map[int][]patchNote{}, byText: map[string][]patchNote{}, byAuthor: map[string][]patchNote{}}
	for _, v := range l.Versions() {
		if v.Patch == 0 || !v.Final() {
			continue
		}
		d, ok := l.joined(v)
		if !ok {
			continue
		}
		for i := range d.Notes {
			x.add(patchNote{version: v, note: &d.Notes[i]})
		}
	}
	return x
}

func (x *patchIndex) add(p patchNote) {
	for _, pr := range p.note.PRs {
		x.byPR[pr] = append(x.byPR[pr], p)
	}
	text := normalise(p.note.Text)
	if text == "" { // built-in facts have no texts
		return
	}
	x.byText[text] = append(x.byText[text], p)
	p.words = set(p.note.Text)
	for _, a := range p.note.Authors {
		x.byAuthor[a] = append(x.byAuthor[a], p)
	}
}

// mark adds the backports in the index to the notes of an x.y.0. Backports in built-in facts are
// kept.
func (x *patchIndex) mark(v changelog.Version, notes []changelog.Note) {
	if v.Patch != 0 {
		return
	}
	for i := range notes {
		found := x.backports(v, &notes[i])
		for _, known := range notes[i].AlsoIn {
			if !slices.ContainsFunc(found, func(b changelog.Backport) bool { return b.Release == known.Release }) {
				found = append(found, known)
			}
		}
		order.By(found, func(a, b changelog.Backport) int { return compareReleases(b.Release, a.Release) })
		notes[i].AlsoIn = found
	}
}

// backports returns the patch releases of older minors that have the same change. Since September
// 2021 their notes have the number of the cherry-pick, so the text is compared too.
func (x *patchIndex) backports(v changelog.Version, n *changelog.Note) []changelog.Backport {
	found := map[string]changelog.Backport{}
	keep := func(list []patchNote, same func(patchNote) bool) {
		for _, p := range list {
			release := p.version.String()
			if _, has := found[release]; !has && p.version.Release.Compare(v.Release) < 0 && same(p) {
				found[release] = changelog.Backport{Release: release, PR: p.note.PR}
			}
		}
	}
	anything := func(patchNote) bool { return true }
	for _, pr := range n.PRs {
		keep(x.byPR[pr], anything)
	}
	if text := normalise(n.Text); text != "" {
		keep(x.byText[text], anything)
		own := set(n.Text)
		for _, a := range n.Authors {
			keep(x.byAuthor[a], func(p patchNote) bool {
				return jaccard(own, p.words) >= alikeBackport && sameVersions(n.Text, p.note.Text)
			})
		}
	}
	return slices.AppendSeq(make([]changelog.Backport, 0, len(found)), maps.Values(found))
}

// compareReleases orders "v1.9.2" before "v1.10.0".
func compareReleases(a, b string) int {
	va, err1 := changelog.ParseVersion(a)
	vb, err2 := changelog.ParseVersion(b)
	if err1 != nil || err2 != nil {
		return strings.Compare(a, b)
	}
	return va.Compare(vb)
}
