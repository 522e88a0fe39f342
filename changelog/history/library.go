package history

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// Library keeps documents by release. The zero value is empty and ready.
type Library struct {
	// Draw draws facts from the text of an entry; nil leaves those that it has.
	Draw func(release discovery.Release, text string, links []changelog.Documentation) changelog.Facts
	// Labels are the SIGs of pull requests that no notes tag.
	Labels    map[int][]string
	documents map[string]map[changelog.Form]changelog.Document
}

// Add keeps a document. Of two of one release and form, the one with more
// entries stays: a whole changelog has the notes of a release as its body file
// has them, or fewer. Two drafts of one release have entries that the other lacks: the
// one with more entries also gets those.
func (l *Library) Add(d changelog.Document) {
	if l.documents == nil {
		l.documents = map[string]map[changelog.Form]changelog.Document{}
	}
	forms := l.documents[d.Release]
	if forms == nil {
		forms = map[changelog.Form]changelog.Document{}
		l.documents[d.Release] = forms
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

// lacking are the entries of pull requests that a list does not have.
func lacking(list, others []changelog.Note) []changelog.Note {
	has := map[int]bool{0: true}
	for _, n := range list {
		for _, pr := range n.PRs {
			has[pr] = true
		}
	}
	return slice.Filter(others, func(n changelog.Note) bool { return !has[n.PR] })
}

// Versions lists the versions that the library has notes of, oldest first.
func (l *Library) Versions() (out []changelog.Version) {
	for release := range l.documents {
		if v, err := changelog.ParseVersion(release); err == nil {
			out = append(out, v)
		}
	}
	order.By(out, changelog.Version.Compare)
	return out
}

// Has reports whether the library has notes of a version, and whether it has
// their texts rather than facts only.
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

// Form gives the document of one form, where the library has it.
func (l *Library) Form(v changelog.Version, form changelog.Form) (changelog.Document, bool) {
	d, ok := l.documents[v.String()][form]
	return d, ok && usable(v, form)
}

// usable: the machine-readable notes of patch releases before 1.18 hold nearly
// all entries of the minors that came after them, and say nothing of the patch.
func usable(v changelog.Version, form changelog.Form) bool {
	return form != changelog.FormDraft || v.Patch == 0 || v.Minor >= 18
}

// Document gives the notes of a version, all forms joined, with the facts of
// their texts; false where there are none. Texts come from markdown, else from
// the draft; facts serve alone.
func (l *Library) Document(v changelog.Version) (changelog.Document, bool) {
	d, ok := l.joined(v)
	if !ok || d.Form == changelog.FormFacts {
		return d, ok
	}
	known := l.adopt(v, d.Notes)
	l.label(d.Notes)
	hideForms(d.Notes)
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

// adopt takes over from built-in notes which patch releases have the same change:
// their notes are seldom at hand. It gives the built-in note of each that has its text:
// the facts of those were drawn with the words of all releases.
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

// hideForms takes out of reports what stands in the notes by mistake: the form of
// a pull request in the place of an entry, as in 1.20 and 1.29.
func hideForms(notes []changelog.Note) {
	for i := range notes {
		text := strings.TrimLeft(notes[i].Text, "*# ")
		if notes[i].PR == 0 && strings.HasPrefix(text, "Additional documentation e.g., KEPs") {
			notes[i].Unpublished = true
		}
	}
}

// label tags the entries that nothing else tags.
func (l *Library) label(notes []changelog.Note) {
	for i := range notes {
		if sigs := l.Labels[notes[i].PR]; len(notes[i].SIGs) == 0 && len(sigs) > 0 {
			notes[i].SIGs, notes[i].SIGSource = sigs, changelog.SIGFromLabels
		}
	}
}

func (l *Library) joined(v changelog.Version) (changelog.Document, bool) {
	markdown, hasMarkdown := l.Form(v, changelog.FormMarkdown)
	draft, hasDraft := l.Form(v, changelog.FormDraft)
	facts, hasFacts := l.Form(v, changelog.FormFacts)
	switch {
	case hasMarkdown && hasDraft:
		return Join(markdown, draft.Notes, l.prereleaseSIGs(v)), true
	case hasMarkdown:
		return Join(markdown, sigsOnly(facts.Notes), l.prereleaseSIGs(v)), true
	case hasDraft:
		draft.Notes = published(draft.Notes)
		return draft, true
	default:
		return facts, hasFacts
	}
}

func published(notes []changelog.Note) []changelog.Note {
	return slices.DeleteFunc(slices.Clone(notes), func(n changelog.Note) bool { return n.Unpublished })
}

// sigsOnly are built-in facts as a draft: they tag the entries that markdown
// does not tag, and add none.
func sigsOnly(notes []changelog.Note) []changelog.Note {
	out := slices.Clone(notes)
	for i := range out {
		out[i].Unpublished = true
	}
	return out
}

// prereleaseSIGs are the tags of pull requests in the notes of the alphas, betas
// and candidates of the same minor: the tool's own, before anybody edited them.
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
