package report

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/page/markup"
	"github.com/kubedelta/kubedelta/report/prose"
)

// htmlEntries are the entries of release notes.
type htmlEntries struct {
	// Line describes the entries, in a report about the API.
	Line string
	// UrgentWords and Urgent are the texts and entries that all readers must see.
	UrgentWords []htmlProse
	Urgent      []htmlEntry
	// Elsewhere are the entries of other sections that require action.
	Elsewhere []htmlElsewhere
	Groups    []htmlGroup
	None      string
}

// HasUrgent reports whether there is something that all readers must see.
func (e *htmlEntries) HasUrgent() bool { return len(e.UrgentWords)+len(e.Urgent)+len(e.Elsewhere) > 0 }

type (
	htmlElsewhere struct {
		Text    template.HTML
		Entries []template.HTML
	}
	// htmlGroup is a chapter of entries. Title is "" if there is only one.
	htmlGroup struct {
		Title    template.HTML
		Anchor   string
		N        int
		Sections []htmlEntrySection
	}
	htmlEntrySection struct {
		Title   template.HTML
		Entries []htmlEntry
	}
	htmlProse struct {
		Title  template.HTML
		Rating string
		Text   template.HTML
	}
	htmlEntry struct {
		ID, Facets string
		// Again is set if the entry is already in an earlier chapter.
		Again bool
		Text  template.HTML
		// Facts replace a text that is not available.
		Facts      []template.HTML
		AuthorText string
		By         template.HTML
		SIGs       string
		Remarks    []template.HTML
		// Changes are the changes that the entry introduced; Linked is their label.
		Linked  string
		Changes []htmlLink
		More    string
	}
)

// anchorEntries assigns anchors to the entries on the page, before changes link to them.
func (h *htmlWriter) anchorEntries() {
	for i := range h.r.Notes {
		n := &h.r.Notes[i]
		if !ofProject(n.Repository) {
			continue
		}
		for _, pr := range pulls(n) {
			switch {
			case pr <= 0:
			case !h.r.printsEntries():
				if h.texts[pr] == nil && n.shownText() != "" {
					h.texts[pr] = n
				}
			case h.entries[pr] == "":
				h.entries[pr] = NoteAnchor(pulls(n)[0])
			}
		}
	}
}

// NoteAnchor is the anchor of an entry on the page of its release notes.
func NoteAnchor(pr int) string { return fmt.Sprintf("note-%d", pr) }

// saidOf sets all parts that come from release notes.
func (h *htmlWriter) saidOf(p *htmlPage) {
	r := h.r
	for _, u := range r.Unserved {
		p.Claims = append(p.Claims, u.line(h.in).Inline())
	}
	if r.NotesScope == nil || !r.printsEntries() {
		return
	}
	p.Entries = len(r.Notes)
	p.Said = h.said()
	if !p.Notes {
		p.Said.Line = escape.Plain(r.notesLine(h.w))
		return
	}
	if r.Highlights != nil {
		p.Highlights = h.highlights()
	}
	p.Themes, p.Issues = h.prose("Major Themes"), h.prose("Known Issues")
	for _, a := range r.Advisories {
		title := strings.TrimSpace(a.CVE + " " + strings.TrimLeft(strings.TrimPrefix(a.Title, a.CVE), ": "))
		out := htmlProse{Title: markup.Inline(prose.Inline(title)), Text: markup.Blocks(a.Text)}
		if a.Rating != "" {
			out.Rating = escape.Plain(h.w.Text("rating", a.Rating))
		}
		p.Advisories = append(p.Advisories, out)
	}
}

func (h *htmlWriter) prose(part string) (out []htmlProse) {
	for _, p := range h.r.themes(part) {
		out = append(out, htmlProse{Title: markup.Inline(prose.Inline(p.Title)), Text: markup.Blocks(p.Text)})
	}
	return out
}

func (h *htmlWriter) said() *htmlEntries {
	r := h.r
	e := &htmlEntries{UrgentWords: h.prose(urgentPart), Urgent: h.entriesOf(r.UrgentEntries())}
	flagged := action(r.Notes)
	for _, s := range r.entrySections(flagged) {
		to := htmlElsewhere{Text: markup.Inline(h.w.Text("urgent-elsewhere", s.Title))}
		for i := range s.Entries {
			n := &s.Entries[i]
			to.Entries = append(to.Entries, n.pointer().Inline())
		}
		e.Elsewhere = append(e.Elsewhere, to)
	}
	for i, g := range r.EntryGroups() {
		out := htmlGroup{Title: htmlText(g.Title)}
		if g.Title != "" {
			out.Anchor = h.anchor(fmt.Sprintf("part-%d", i+1))
		}
		for _, s := range g.Sections {
			out.Sections = append(out.Sections, htmlEntrySection{Title: markup.Inline(s.Title), Entries: h.entriesOf(s.Entries)})
			out.N += len(s.Entries)
		}
		e.Groups = append(e.Groups, out)
	}
	e.Groups = partSections(h, e.Groups)
	if len(r.Notes) == 0 {
		e.None = h.w.Text("no-entries")
	}
	return e
}

// partSections makes chapters of the sections if there is only one chapter, so that the contents
// link to them.
func partSections(h *htmlWriter, groups []htmlGroup) []htmlGroup {
	if len(groups) != 1 || groups[0].Title != "" {
		return groups
	}
	var out []htmlGroup
	for i, s := range groups[0].Sections {
		out = append(out, htmlGroup{Title: s.Title, Anchor: h.anchor(fmt.Sprintf("part-%d", i+1)), N: len(s.Entries), Sections: []htmlEntrySection{{Entries: s.Entries}}})
	}
	return out
}

func (h *htmlWriter) entriesOf(notes []Note) (out []htmlEntry) {
	for i := range notes {
		out = append(out, h.entry(&notes[i]))
	}
	return out
}

// entry returns an entry with its remarks.
func (h *htmlWriter) entry(n *Note) htmlEntry {
	e := htmlEntry{
		Facets: h.index.write(h.index.noteValues(n)), SIGs: escape.Plain(sigNames(n.SIGs, h.w)), Remarks: inlineAll(h.r.remarks(n, h.in)),
	}
	if list := pulls(n); ofProject(n.Repository) && len(list) > 0 {
		e.ID = h.anchor(h.entries[list[0]])
	}
	which := fmt.Sprint(n.Repository, n.Release, n.Section, pulls(n), n.Text)
	e.Again = h.printed[which]
	h.printed[which] = true
	if text := n.shownText(); text != "" {
		e.Text = markup.Blocks(text)
		if n.Annotation != nil && n.Annotation.Text != "" {
			e.AuthorText = h.w.Text("author-text")
		}
	} else {
		e.Facts = inlineAll(n.facts(h.in))
	}
	e.By = n.by().Inline()
	h.linkChanges(n, &e)
	return e
}

// linkChanges links an entry to its changes on the page.
func (h *htmlWriter) linkChanges(n *Note, e *htmlEntry) {
	for _, c := range h.r.introduced(n) {
		if !h.taken[c.Fingerprint] {
			continue
		}
		if len(e.Changes) == manyAPIs {
			e.More = h.w.Text("and-more", len(n.LinkedChanges)-manyAPIs)
			break
		}
		name, _ := h.headline(c)
		if name == "" {
			name = c.Rule
		}
		e.Changes = append(e.Changes, htmlLink{Text: htmlText(name), Anchor: c.Fingerprint})
	}
	if len(e.Changes) > 0 {
		// The links replace the remark.
		remark := h.in.line("linked-api", h.r.linkedAPIs(n, h.in)).Inline()
		e.Remarks = slices.DeleteFunc(e.Remarks, func(r template.HTML) bool { return r == remark })
		e.Linked = h.w.Text("linked-api", "")
	}
}

// htmlHighlights is the summary of the release.
type htmlHighlights struct {
	Line  string
	Lists []htmlHighlightsList
	SIGs  []htmlCounts
}

type htmlHighlightsList struct {
	Title string
	Items []htmlHighlightsItem
}

type htmlHighlightsItem struct {
	Facets string
	Text   template.HTML
}

func (h *htmlWriter) highlights() *htmlHighlights {
	g := h.r.Highlights
	out := &htmlHighlights{Line: escape.Plain(h.w.Text("entries-of", h.w.Count("entries", len(h.r.Notes)), h.r.NotesScope.span()))}
	for _, list := range g.lists(h.in) {
		if len(list.items) == 0 {
			continue
		}
		l := htmlHighlightsList{Title: h.w.Text(list.title)}
		for _, item := range list.items {
			l.Items = append(l.Items, htmlHighlightsItem{h.index.write(h.linkedValues(item.sigs, item.changes)), item.line.Inline()})
		}
		out.Lists = append(out.Lists, l)
	}
	for _, sig := range g.sigs() {
		out.SIGs = append(out.SIGs, htmlCounts{Name: SIGName(sig), N: g.BySIG[sig]})
	}
	return out
}

// linkedValues returns the values of SIGs, and of the changes with the fingerprints.
func (h *htmlWriter) linkedValues(sigs, changes []string) (v facetValues) {
	for _, fingerprint := range changes {
		v.join(h.index.changes[fingerprint])
	}
	v[facetSIG] = nil
	for _, sig := range each(sigs, CanonicalSIG) {
		if h.index.facets[facetSIG].byName[escape.Plain(sig)] != nil {
			v.add(facetSIG, sig)
		}
	}
	return v
}
