package draft

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

var cveForm = lazy.Regexp(`^CVE-\d{4}-\d{4,7}$`)

// Apply edits the notes of a document with maps, in their order. A map without a note adds no note,
// but its advisory is added.
func Apply(doc *changelog.Document, maps []Map) {
	at := map[int]int{}
	for i, n := range doc.Notes {
		if n.Repository == "" {
			at[n.PR] = i
		}
	}
	for _, m := range maps {
		if m.CVE != nil {
			addAdvisory(doc, *m.CVE)
		}
		if i, ok := at[m.PR]; ok && m.PR != 0 {
			m.edit(&doc.Notes[i])
		}
	}
	doc.Stats.WithSIG = 0
	for _, n := range doc.Notes {
		if len(n.SIGs) > 0 {
			doc.Stats.WithSIG++
		}
	}
}

// edit changes a note. A map publishes the note unless it says otherwise.
func (m Map) edit(n *changelog.Note) {
	c := m.ReleaseNote
	if c.Text != nil {
		n.Text = clean(*c.Text)
	}
	if c.Author != nil {
		n.Authors = authors(*c.Author)
	}
	if c.SIGs != nil {
		n.SIGs, n.SIGSource = labels(*c.SIGs, "sig/"), changelog.SIGFromDraft
		if len(n.SIGs) == 0 {
			n.SIGSource = changelog.SIGUnknown
		}
	}
	if c.Areas != nil {
		n.Areas = labels(*c.Areas, "area/")
	}
	if c.Documentation != nil {
		n.Documentation = links(*c.Documentation)
	}
	m.place(n)
	n.Unpublished = c.DoNotPublish != nil && *c.DoNotPublish || !says(n.Text)
	if !says(n.Text) {
		n.Text = ""
	}
	if m.CVE != nil && cveForm().MatchString(m.CVE.ID) {
		n.CVEs = slice.Unique(append(n.CVEs, m.CVE.ID))
	}
	n.FillLists()
}

// place moves the note to the section of its new kinds.
func (m Map) place(n *changelog.Note) {
	c := m.ReleaseNote
	if c.ActionRequired != nil {
		n.ActionRequired = *c.ActionRequired
	}
	n.ActionRequired = n.ActionRequired || c.Text != nil && c.ActionRequired == nil && changelog.AsksForAction(n.Text)
	if c.Kinds != nil {
		n.Kinds = labels(*c.Kinds, "kind/")
	}
	if c.Kinds == nil && c.ActionRequired == nil {
		return
	}
	urgent := n.Section == changelog.Urgent
	if c.ActionRequired != nil {
		urgent = *c.ActionRequired
	}
	if len(n.Kinds) == 0 && !urgent && n.Section != changelog.Urgent {
		// Markdown has no kinds, only sections.
		return
	}
	n.Section = sectionOf(n.Kinds, len(n.Kinds) > 1, urgent)
	n.Sections = []changelog.Section{n.Section}
}

// addAdvisory adds an advisory once, even if several pull requests fix it.
func addAdvisory(doc *changelog.Document, c CVE) {
	if c.ID == "" || slices.ContainsFunc(doc.Advisories, func(a changelog.Advisory) bool { return a.CVE == c.ID }) {
		return
	}
	a := changelog.Advisory{CVE: c.ID, Title: strings.TrimSpace(c.Title), Rating: c.Rating, Text: strings.TrimSpace(c.Description)}
	if c.Score > 0 {
		a.Rating = strings.TrimSpace(fmt.Sprintf("%s (%.1f)", c.Rating, c.Score))
	}
	doc.Advisories = append(doc.Advisories, a)
}
