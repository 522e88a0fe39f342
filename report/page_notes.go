package report

import (
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

// notesReport is a report about the notes of a release or a range.
func (b *builder) notesReport() {
	r := b.r
	b.add(page.Block{Kind: page.Soft, Weight: budget.Title, Line: page.Plain(r.notesLine(b.w.Words))})
	b.add.Paragraphs(weightGap, r.NotesScope.gaps(true, b.w.Words)...)
	b.noEntries()
	if r.Highlights != nil {
		b.urgent(2)
		b.highlights(r.Highlights)
	}
	b.prose("themes", "Major Themes")
	b.prose("known-issues", "Known Issues")
	if r.Highlights == nil {
		b.urgent(2)
	}
	b.advisories()
	b.apiChanges()
	b.groups(2)
}

// compared: the report has a comparison of APIs, and something is known of them.
func (r *Report) compared() bool {
	return r.Old.Name != "" && r.New.Name != "" && (r.Old.Fidelity != discovery.Fidelity{} || r.New.Fidelity != discovery.Fidelity{} || len(r.Changes) > 0)
}

// written is what somebody wrote, under a title.
func (b *builder) written(w budget.Weight, level int, title, text string, tags ...page.Line) {
	b.add(page.Block{Kind: page.Prose, Weight: w, Level: level, Line: page.Line{{Text: title, Set: page.AsProse}}, Text: text, Tags: tags})
}

// prose is the parts that are no entries.
func (b *builder) prose(title language.Key, part string) {
	b.heading(2, title)
	for _, p := range b.r.themes(part) {
		b.written(proseWeight(part), 3, p.Title, p.Text)
	}
}

// urgent is what everybody must read, and points to the entries of other sections that
// need action: the label is on twice as many as the section has.
func (b *builder) urgent(level int) {
	b.heading(level, "section-urgent")
	for _, p := range b.r.themes(urgentPart) {
		b.written(weightUrgent, level+1, p.Title, p.Text)
	}
	b.entries(b.r.UrgentEntries())
	for _, s := range b.r.entrySections(action(b.r.Notes)) {
		b.add.Lead(b.w.Text("urgent-elsewhere", s.Title))
		for i := range s.Entries {
			b.add.Item(weightUrgent, s.Entries[i].pointer()...)
		}
	}
}

// saysNone: the text of the section says that there is nothing in it.
func saysNone(text string) bool {
	low := strings.ToLower(strings.TrimSpace(text))
	return (strings.HasPrefix(low, "there are no ") || strings.HasPrefix(low, "there were no ") || strings.HasPrefix(low, "no ")) && strings.Contains(low, "urgent upgrade note")
}

// asks: an entry of the report asks for something before the upgrade.
func (r *Report) asks() bool {
	return slices.ContainsFunc(r.Notes, func(n Note) bool { return n.ActionRequired || n.Section == changelog.Urgent })
}

// firstWords are the beginning of an entry, for a line that points to it.
func firstWords(n *Note) string {
	line, _, _ := strings.Cut(strings.TrimSpace(n.shownText()), "\n")
	return shortened(line, enoughWords)
}

// markdownLink is a link with its text and its address.
var markdownLink = lazy.Regexp(`\[([^\][]+)\]\((https?://[^()\s]+)\)`)

// withoutMarkup is markdown as the words that a reader sees; a link becomes what a pattern
// makes of its text and address.
func withoutMarkup(text, link string) string {
	return strings.NewReplacer("`", "", "**", "").Replace(markdownLink().ReplaceAllString(text, link))
}

// enoughWords are the characters that stand for an entry.
const enoughWords = 90

// shortened is the beginning of a line of markdown as plain text.
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
	b.heading(2, "advisories")
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
	for _, g := range b.r.EntryGroups() {
		within := level
		if g.Title != "" {
			b.add.Heading(level, page.Text(g.Title))
			within++
		}
		for _, s := range g.Sections {
			b.add.Heading(within, page.Text(s.Title))
			b.entries(s.Entries)
		}
	}
}

// noEntries says that there are none. It stands above the sections, which are left out
// where they are empty.
func (b *builder) noEntries() {
	if len(b.r.Notes) == 0 {
		b.add.Paragraphs(weightGap, b.w.Text("no-entries"))
	}
}

func (b *builder) entries(notes []Note) {
	for i := range notes {
		b.add(b.r.entry(&notes[i], b.w))
	}
}

// pulls are all pull requests of an entry.
func pulls(n *Note) []int {
	if len(n.PRs) == 0 && n.PR != 0 {
		return []int{n.PR}
	}
	return n.PRs
}

// apiChanges is the comparison in short form.
func (b *builder) apiChanges() {
	if !b.r.compared() || b.r.NotesScope.APIDiff == APIDiffNone {
		return
	}
	b.add.Heading(2, page.Text(b.w.Text("api-diff", b.r.Old.label(), b.r.New.label())))
	b.add.Paragraphs(weightScope, b.r.Scope())
	b.add.Paragraphs(weightGap, b.r.joinedLines(b.w.Words)[:b.r.unattributedLines()]...)
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

// noChanges says that there are no changes: of the whole API only where nothing is
// filtered out.
func (r *Report) noChanges() language.Key {
	if r.Filtered > 0 || r.NotesScope != nil && r.NotesScope.Unattributed > 0 {
		return "none"
	}
	return "no-api-changes"
}

// unattributedLines is how many of the lines about joined notes are about
// changes; the others stand at the head of the report.
func (r *Report) unattributedLines() int {
	return len(r.joinedLines(r.words())) - len(r.NotesScope.gaps(r.printsEntries(), r.words()))
}

// importantLines are the lines of a section that a short form shows. Of other changes
// it leaves out those that hurt nobody and that no note speaks of.
func (r *Report) importantLines(i int, s Section, lesser *int) (lines []Line) {
	if i != other {
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

// claims lists what entries say of the API and the comparison does not show.
func (b *builder) claims() {
	b.heading(2, "claimed")
	b.add.Lead(b.w.Text("claimed-intro"))
	for _, u := range b.r.Unserved {
		b.add.Item(weightClaim, u.line(b.w)...)
	}
}
