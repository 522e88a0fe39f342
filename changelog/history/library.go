package history

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Library has documents by release. The zero value is ready to use.
type Library struct {
	// Draw reads facts from the text of a note. If it is nil, the facts are not changed.
	Draw func(release discovery.Release, text string, links []changelog.Documentation) changelog.Facts
	// SIGs are those of pull requests that no notes tag, from their labels.
	SIGs      map[int][]string
	documents map[string]map[changelog.Form]changelog.Document
	// versions are those of the documents, oldest first.
	versions []changelog.Version
}

// Add adds a document. If there are two of one release and form, the one with more notes is kept: a
// whole changelog has the same notes of a release as its body file, or fewer. Two drafts of one
// release have different notes, so the one with more notes also gets those of the other.
func (l *Library) Add(d changelog.Document) {
	if l.documents == nil {
		l.documents = map[string]map[changelog.Form]changelog.Document{}
	}
	forms := l.documents[d.Release]
	if forms == nil {
		forms = map[changelog.Form]changelog.Document{}
		l.documents[d.Release] = forms
		if v, err := changelog.ParseVersion(d.Release); err == nil {
			at, _ := slices.BinarySearchFunc(l.versions, v, changelog.Version.Compare)
			l.versions = slices.Insert(l.versions, at, v)
		}
	}
	old := forms[d.Form]
	if len(old.Notes) >= len(d.Notes) && len(old.Notes) > 0 {
		old, d = d, old
	}
	if d.Form == changelog.FormDraft {
		d.Notes = append(slices.Clone(d.Notes), lacking(d.Notes, old.Notes)...)
	}
	forms[d.Form] = d
}

// lacking returns the notes of pull requests that are not in a list.
func lacking(list, others []changelog.Note) []changelog.Note {
	has := slice.Set(slice.Flat(list, func(n changelog.Note) []int { return n.PRs }))
	return slice.Filter(others, func(n changelog.Note) bool { return n.PR != 0 && !has[n.PR] })
}

// Versions returns the versions with notes, oldest first. Callers must not change the list.
func (l *Library) Versions() []changelog.Version { return l.versions }

// Has reports whether the library has notes of a version, and whether it has their texts and not
// only facts.
func (l *Library) Has(v changelog.Version) (notes, texts bool) {
	forms := l.documents[v.String()]
	for form, d := range forms {
		if usable(v, form) {
			notes = true
			texts = texts || d.Texts != "" || len(d.Notes) > 0 && form != changelog.FormFacts
		}
	}
	return notes, texts
}

// Form returns the document of one form.
func (l *Library) Form(v changelog.Version, form changelog.Form) (changelog.Document, bool) {
	d, ok := l.documents[v.String()][form]
	return d, ok && usable(v, form)
}

// usable reports whether a form of a version's notes can be used. The machine-readable notes of
// patch releases before 1.18 have nearly all notes of later minors, and no information about the
// patch release.
func usable(v changelog.Version, form changelog.Form) bool {
	return form != changelog.FormDraft || v.Patch == 0 || v.Minor >= 18
}

// Document returns the notes of a version, with all forms joined and with facts. ok is false if
// there are none. Texts come from markdown, or else from the draft. Facts are used alone if there
// is no text.
func (l *Library) Document(v changelog.Version) (changelog.Document, bool) {
	d, ok := l.joined(v)
	if !ok || d.Form == changelog.FormFacts {
		return d, ok
	}
	known := l.adopt(v, d.Notes)
	l.correct(d.Notes)
	if l.Draw == nil {
		return d, ok
	}
	for i := range d.Notes {
		n := &d.Notes[i]
		own := n.Facts
		if k := known[i]; k != nil {
			n.Facts, n.ActionRequired, n.OverriddenBy = k.Facts, n.ActionRequired || k.ActionRequired, slices.Clone(k.OverriddenBy)
		} else {
			n.Facts = l.Draw(v.Release, n.Text, n.Documentation)
			n.ActionRequired = n.ActionRequired || n.Asks
		}
		n.KEPs = slice.Unique(slices.Concat(own.KEPs, n.KEPs))
		n.CVEs = slice.Unique(slices.Concat(own.CVEs, n.CVEs))
	}
	return d, true
}

// adopt copies backports from built-in notes, because the notes of patch releases are seldom
// available. It returns the built-in note of each note with the same text, because its facts were
// read with the names of all releases.
func (l *Library) adopt(v changelog.Version, notes []changelog.Note) []*changelog.Note {
	same := make([]*changelog.Note, len(notes))
	facts, ok := l.Form(v, changelog.FormFacts)
	if !ok {
		return same
	}
	alsoIn, byText := map[int][]changelog.Backport{}, map[string]*changelog.Note{}
	for n := range slice.Each(facts.Notes) {
		alsoIn[n.PR], byText[n.Text] = n.AlsoIn, n
	}
	for i := range notes {
		n := &notes[i]
		if len(n.AlsoIn) == 0 && n.PR != 0 && len(alsoIn[n.PR]) > 0 {
			n.AlsoIn = alsoIn[n.PR]
		}
		if known := byText[n.Text]; facts.Texts != "" && known != nil && slices.Equal(known.Documentation, n.Documentation) {
			same[i] = known
		}
	}
	return same
}

// correct adds SIGs from labels to notes without SIGs. It hides entries that are the template of a pull
// request and were published by mistake, as in 1.20 and 1.29.
func (l *Library) correct(notes []changelog.Note) {
	for n := range slice.Each(notes) {
		if sigs := l.SIGs[n.PR]; len(n.SIGs) == 0 && len(sigs) > 0 {
			n.SIGs, n.SIGSource = sigs, changelog.SIGFromLabels
		}
		form := n.PR == 0 && strings.HasPrefix(strings.TrimLeft(n.Text, "*# "), "Additional documentation e.g., KEPs")
		n.Unpublished = n.Unpublished || form
	}
}

func (l *Library) joined(v changelog.Version) (changelog.Document, bool) {
	markdown, hasMarkdown := l.Form(v, changelog.FormMarkdown)
	draft, hasDraft := l.Form(v, changelog.FormDraft)
	facts, hasFacts := l.Form(v, changelog.FormFacts)
	switch {
	case hasMarkdown && hasDraft:
		d := Join(markdown, draft.Notes, l.prereleaseSIGs(v))
		d.Notes = l.withoutNext(v, d.Notes, len(markdown.Notes))
		return d, true
	case hasMarkdown:
		return Join(markdown, sigsOnly(facts.Notes), l.prereleaseSIGs(v)), true
	case hasDraft:
		draft.Notes = slices.DeleteFunc(slices.Clone(draft.Notes), func(n changelog.Note) bool { return n.Unpublished })
		return draft, true
	default:
		return facts, hasFacts
	}
}

// withoutNext removes the notes of the next minor from those of an x.y.0. The notes from first on
// are only in the draft. A draft also has changes that were merged into the main branch after the
// branch of its release was created: release-notes/json/1.22.0.json has 38 entries that
// CHANGELOG-1.22.md lacks and CHANGELOG-1.23.md has.
func (l *Library) withoutNext(v changelog.Version, notes []changelog.Note, first int) []changelog.Note {
	if v.Patch != 0 || !v.Final() {
		return notes
	}
	after := changelog.Version{Release: discovery.Release{Major: v.Major, Minor: v.Minor + 1}}
	next, ok := l.Form(after, changelog.FormMarkdown)
	own := changelog.Document{}
	if !ok { // built-in facts also have notes that are only in both drafts
		next, _ = l.Form(after, changelog.FormFacts)
		own, _ = l.Form(v, changelog.FormFacts)
	}
	later := map[int]bool{}
	for n := range slice.Each(next.Notes) {
		for _, pr := range n.PRs {
			later[pr] = later[pr] || n.Repository == ""
		}
	}
	for n := range slice.Each(own.Notes) {
		for _, pr := range n.PRs {
			delete(later, pr)
		}
	}
	isLater := func(n changelog.Note) bool {
		return n.Repository == "" && slices.ContainsFunc(n.PRs, func(pr int) bool { return later[pr] })
	}
	return append(notes[:first:first], slice.Filter(notes[first:], func(n changelog.Note) bool { return !isLater(n) })...)
}

// sigsOnly returns built-in facts as a draft that only adds SIGs to the notes in markdown, and no
// notes.
func sigsOnly(notes []changelog.Note) []changelog.Note {
	out := slices.Clone(notes)
	for i := range out {
		out[i].Unpublished = true
	}
	return out
}

// prereleaseSIGs returns the SIGs of pull requests in the notes of the pre-releases of the same
// minor, which nobody has edited.
func (l *Library) prereleaseSIGs(v changelog.Version) map[int][]string {
	tags := map[int][]string{}
	for _, other := range l.Versions() {
		if other.Final() || other.Release != v.Release || other.Patch != v.Patch {
			continue
		}
		for _, d := range l.documents[other.String()] {
			for _, n := range d.Notes {
				if len(n.SIGs) > 0 && n.PR != 0 {
					tags[n.PR] = n.SIGs
				}
			}
		}
	}
	return tags
}
