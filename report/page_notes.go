package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/lazy"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

func (b *builder) notesHead() {
	b.add(page.Block{Kind: page.Soft, Weight: budget.Title, Line: page.Plain(b.r.notesLine(b.w.Words))})
	b.add.Paragraphs(weightGap, b.r.NotesScope.gaps(true, b.w.Words)...)
}

func (b *builder) notesParts() {
	r := b.r
	b.noEntries()
	first := r.Highlights != nil || b.screen != nil
	if first {
		b.urgent(2)
	}
	if r.Highlights != nil {
		b.highlights(r.Highlights)
	}
	b.prose("themes", "themes", "Major Themes")
	b.prose("known-issues", "issues", "Known Issues")
	if !first {
		b.urgent(2)
	}
	b.advisories()
	b.apiChanges()
	b.groups(2)
}

// compared reports whether the report has a comparison of APIs about which something is known.
func (r *Report) compared() bool {
	return r.Old.Name != "" && r.New.Name != "" && (r.Old.Fidelity != discovery.Fidelity{} || r.New.Fidelity != discovery.Fidelity{} || len(r.Changes) > 0)
}

func (b *builder) written(w budget.Weight, level int, title, text string, tags ...page.Line) {
	b.add(page.Block{Kind: page.Prose, Weight: w, Level: level, Values: b.facets.write(facetValues{}), Line: page.Line{{Text: title, Set: page.AsProse}}, Text: text, Tags: tags})
}

func (b *builder) prose(title language.Key, id, part string) {
	b.heading(2, title, id, 0)
	for _, p := range b.r.themes(part) {
		b.written(proseWeight(part), 3, p.Title, p.Text)
	}
}

// urgent adds what all readers must see, and references to the entries of other sections that
// require action. The label is on twice as many entries as the section has.
func (b *builder) urgent(level int) {
	b.heading(level, "section-urgent", "urgent", 0)
	for _, p := range b.r.themes(urgentPart) {
		b.written(weightUrgent, level+1, p.Title, p.Text)
	}
	b.entries(b.r.UrgentEntries())
	for _, s := range b.r.entrySections(action(b.r.Notes)) {
		b.add.Lead(b.w.Text("urgent-elsewhere", s.Title))
		for i := range s.Entries {
			n := &s.Entries[i]
			b.add(page.Block{Kind: page.Item, Weight: weightUrgent, Line: n.pointer(), Values: b.facets.write(b.facets.noteValues(n))})
		}
	}
}

func saysNone(text string) bool {
	low := strings.ToLower(strings.TrimSpace(text))
	return (strings.HasPrefix(low, "there are no ") || strings.HasPrefix(low, "there were no ") || strings.HasPrefix(low, "no ")) && strings.Contains(low, "urgent upgrade note")
}

func (r *Report) asks() bool {
	return slices.ContainsFunc(r.Notes, func(n Note) bool { return n.ActionRequired || n.Section == changelog.Urgent })
}

// firstWords returns the beginning of an entry: its first line, with the next one if a sentence
// continues there.
func firstWords(n *Note) string {
	first := newPart().Split(strings.TrimSpace(n.shownText()), 2)[0]
	var words []string
	for line := range strings.SplitSeq(first, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") && len(words) > 0 {
			break
		}
		words = append(words, line)
		if strings.HasSuffix(line, ".") || strings.HasSuffix(line, ":") {
			break
		}
	}
	return shortened(strings.Join(words, " "), enoughWords)
}

// markdownLink matches a link with its text and its URL.
var markdownLink = lazy.Regexp(`\[([^\][]+)\]\((https?://[^()\s]+)\)`)

// withoutMarkup returns the words that a reader of the markdown sees. Links are replaced by the
// pattern link, in which $1 is the text and $2 the URL.
func withoutMarkup(text, link string) string {
	return strings.NewReplacer("`", "", "**", "").Replace(markdownLink().ReplaceAllString(text, link))
}

// enoughWords is the most characters of a label that stands for an entry.
const enoughWords = 90

func shortened(line string, enough int) string {
	line = withoutMarkup(escape.Plain(line), "$1")
	runes := []rune(line)
	if len(runes) <= enough {
		return line
	}
	cut := string(runes[:enough])
	if i := strings.LastIndexByte(cut, ' '); i > enough/2 {
		cut = cut[:i]
	}
	return cut + " …"
}

func (b *builder) advisories() {
	b.heading(2, "advisories", "advisories", len(b.r.Advisories))
	for _, a := range b.r.Advisories {
		var rating page.Line
		if a.Rating != "" {
			rating = b.w.line("rating", a.Rating)
		}
		title := strings.TrimSpace(a.CVE + " " + strings.TrimLeft(strings.TrimPrefix(a.Title, a.CVE), ": "))
		b.written(weightAdvisory, 3, title, a.Text, rating)
	}
}

func (b *builder) groups(level int) {
	parts := 0
	part := func(title string, total int) {
		parts++
		b.add(page.Block{Kind: page.Heading, Level: level, Line: page.Plain(title), ID: fmt.Sprintf("part-%d", parts), Total: total})
	}
	for _, g := range b.r.EntryGroups() {
		total := 0
		for _, s := range g.Sections {
			total += len(s.Entries)
		}
		if g.Title != "" {
			part(g.Title, total)
		}
		for _, s := range g.Sections {
			if g.Title != "" {
				b.add.Heading(level+1, page.Text(s.Title))
			} else {
				part(s.Title, len(s.Entries))
			}
			b.entries(s.Entries)
		}
	}
}

// noEntries says that there are none, before the sections, because empty sections are left out.
func (b *builder) noEntries() {
	if len(b.r.Notes) == 0 {
		b.add.Paragraphs(weightGap, b.w.Text("no-entries"))
	}
}

func (b *builder) entries(notes []Note) {
	for i := range notes {
		if b.screen != nil {
			b.add(b.placed(&notes[i]))
		} else {
			b.add(b.r.entry(&notes[i], b.w))
		}
	}
}

func pulls(n *Note) []int {
	if len(n.PRs) == 0 && n.PR != 0 {
		return []int{n.PR}
	}
	return n.PRs
}

// apiChanges adds the comparison, in text and markdown in short form.
func (b *builder) apiChanges() {
	if !b.r.compared() || b.r.NotesScope.APIDiff == APIDiffNone {
		return
	}
	b.add(page.Block{Kind: page.Heading, Level: 2, ID: "api", Total: len(b.r.Changes), Line: page.Plain(b.w.Text("api-diff", b.r.Old.label(), b.r.New.label()))})
	b.add.Paragraphs(weightScope, b.r.Scope())
	if b.screen != nil {
		parts := b.collect(func() { b.bySeverity(3) })
		b.tally(3)
		for _, one := range parts {
			b.add(one)
		}
		return
	}
	b.add.Paragraphs(weightGap, b.r.unlinked(b.w.Words)...)
	b.unread(3)
	if len(b.r.Changes) == 0 {
		b.add.Paragraphs(weightScope, b.w.Text(b.r.noChanges()))
		return
	}
	lesser := 0
	for i, s := range b.r.Sections() {
		lines := b.r.importantLines(i, s, &lesser)
		b.add.Heading(3, page.Text(s.Title))
		b.ended(s)
		for _, l := range lines {
			b.change(i, l)
		}
	}
	if lesser > 0 {
		b.add.Paragraphs(weightReworded, b.w.Count("lesser-changes", lesser))
	}
}

// noChanges speaks of the whole API only if nothing was filtered out.
func (r *Report) noChanges() language.Key {
	if r.Filtered+r.notes().Unattributed > 0 {
		return "none"
	}
	return "no-api-changes"
}

// importantLines leaves out, and counts, changes that are harmless and have no note.
func (r *Report) importantLines(i int, s Section, lesser *int) (lines []Line) {
	if !mixed(i) {
		apis, fields := s.split()
		return append(foldGroupVersions(apis, s.words), foldFields(fields)...)
	}
	for _, l := range s.Lines() {
		if l.Severity.Rank() <= rule.Deprecation.Rank() || len(l.Notes) > 0 {
			lines = append(lines, l)
		} else {
			*lesser += max(1, len(l.Fields), len(l.versions))
		}
	}
	return lines
}

func (b *builder) claims() {
	b.heading(2, "claimed", "claims", len(b.r.Unserved))
	b.add.Lead(b.w.Text("claimed-intro"))
	for _, u := range b.r.Unserved {
		b.add.Item(weightClaim, u.line(b.w)...)
	}
}
