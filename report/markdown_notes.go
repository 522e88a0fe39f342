package report

import (
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/prose"
)

// enhancementLink is where the issues of enhancements are: their numbers are the
// KEPs'.
const enhancementLink = "https://github.com/kubernetes/enhancements/issues/"

func markdownInk(w language.Words) ink {
	return ink{w: w, text: escape.Markdown, name: escape.Code, prose: prose.Inline, pull: markdownPull, kepLink: enhancementLink}
}

// notesReport writes a report about the notes of a release or a range.
func (m *markdown) notesReport() {
	m.printf("# %s\n\n%s\n", escape.Markdown(m.r.Title()), escape.Markdown(m.r.notesLine(m.w)))
	m.notice()
	for _, line := range m.r.NotesScope.gaps(true, m.w) {
		m.item(weightGap)
		m.printf("\n%s\n", escape.Markdown(line))
	}
	if m.r.Glance != nil {
		m.urgent()
		m.glance(m.r.Glance)
	}
	m.prose(language.Themes, "Major Themes")
	m.prose(language.KnownIssues, "Known Issues")
	if m.r.Glance == nil {
		m.urgent()
	}
	m.advisories()
	m.apiChanges()
	m.groups(m.r.EntryGroups())
	if len(m.r.Notes) == 0 {
		m.item(weightGap)
		m.printf("\n%s\n", m.w.Text(language.NoEntries))
	}
	m.claims()
	if m.r.compared() || len(m.r.NotCompared) > 0 {
		m.notCompared()
	}
}

// compared: the report has a comparison of APIs, and something is known of them.
func (r *Report) compared() bool {
	return r.Old.Name != "" && r.New.Name != "" && (r.Old.Fidelity != discovery.Fidelity{} || r.New.Fidelity != discovery.Fidelity{} || len(r.Changes) > 0)
}

// entrySections writes the entries after the changes of the API.
func (m *markdown) entrySections() {
	m.heading(2, m.w.Text(language.ReleaseNotes))
	m.item(weightScope)
	m.printf("%s\n", escape.Markdown(m.r.notesLine(m.w)))
	m.urgent()
	m.groups(m.r.EntryGroups())
	if len(m.r.Notes) == 0 {
		m.item(weightGap)
		m.printf("\n%s\n", m.w.Text(language.NoEntries))
	}
}

// prose writes the parts that are no entries.
func (m *markdown) prose(title language.Key, part string) {
	parts := m.r.themes(part)
	if len(parts) == 0 {
		return
	}
	m.heading(2, m.w.Text(title))
	for i, p := range parts {
		m.item(proseWeight(part))
		if i > 0 {
			m.printf("\n")
		}
		if p.Title != "" {
			m.printf("### %s\n\n", prose.Inline(p.Title))
		}
		if text := prose.Markdown(p.Text); text != "" {
			m.printf("%s\n", text)
		}
	}
}

func (m *markdown) urgent() {
	entries, flagged := m.r.UrgentEntries(), action(m.r.Notes)
	words := m.r.themes(urgentPart)
	if len(entries)+len(flagged)+len(words) == 0 {
		return
	}
	m.heading(m.level(), m.w.Text(language.SectionUrgent))
	apart := ""
	for _, p := range words {
		m.item(weightUrgent)
		m.printf("%s%s\n", apart, strings.TrimSpace(strings.Join([]string{strong(prose.Inline(p.Title)), prose.Markdown(p.Text)}, "\n\n")))
		apart = "\n"
	}
	if len(entries) > 0 {
		m.head()
		m.printf("%s", apart)
		apart = "\n"
	}
	m.entries(entries)
	m.elsewhere(flagged, apart)
}

func strong(s string) string {
	if s == "" {
		return ""
	}
	return "**" + s + "**"
}

// elsewhere points to the entries of other sections that need action: the label
// is on twice as many as the section has.
func (m *markdown) elsewhere(flagged []Note, apart string) {
	for _, s := range m.r.entrySections(flagged) {
		m.head()
		m.printf("%s%s\n\n", apart, m.w.Text(language.UrgentElsewhere, s.Title))
		apart = "\n"
		for i := range s.Entries {
			n := &s.Entries[i]
			m.item(weightUrgent)
			m.printf("- %s\n", strings.TrimSpace(markdownPulls(n)+" "+escape.Markdown(firstWords(n))))
		}
	}
}

// firstWords are the beginning of an entry, for a line that points to it.
func firstWords(n *Note) string {
	const enough = 90
	line, _, _ := strings.Cut(strings.TrimSpace(n.shownText()), "\n")
	line = strings.ReplaceAll(escape.Plain(line), "`", "")
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

func (m *markdown) advisories() {
	if len(m.r.Advisories) == 0 {
		return
	}
	m.heading(2, m.w.Text(language.Advisories))
	for i, a := range m.r.Advisories {
		m.item(weightAdvisory)
		if i > 0 {
			m.printf("\n")
		}
		title := strings.TrimSpace(a.CVE + " " + strings.TrimLeft(strings.TrimPrefix(a.Title, a.CVE), ": "))
		m.printf("### %s\n", prose.Inline(title))
		if a.Rating != "" {
			m.printf("\n%s\n", m.w.Text(language.Rating, escape.Markdown(a.Rating)))
		}
		if text := prose.Markdown(a.Text); text != "" {
			m.printf("\n%s\n", text)
		}
	}
}

// level is that of the headings above entries: they are what the report is
// about, or a chapter of it.
func (m *markdown) level() int {
	if m.r.Subject == SubjectNotes {
		return 2
	}
	return 3
}

func (m *markdown) groups(groups []EntryGroup) {
	level := m.level()
	for _, g := range groups {
		within := level
		if g.Title != "" {
			m.chapter(level, escape.Markdown(g.Title))
			within++
		}
		for _, s := range g.Sections {
			m.heading(within, s.Title)
			m.entries(s.Entries)
		}
	}
}

func (m *markdown) entries(notes []Note) {
	for i := range notes {
		m.item(entryWeight(&notes[i]))
		m.printf("%s\n", m.r.markdownEntry(&notes[i], m.w))
	}
}

// markdownEntry writes an entry as an item of a list, with its remarks. They are
// a list with another bullet, so that they are not taken for a part of the text.
func (r *Report) markdownEntry(n *Note, w language.Words) string {
	in := markdownInk(w)
	var b strings.Builder
	if text := n.shownText(); text != "" {
		tail := markdownTail(n, w)
		if n.Annotation != nil && n.Annotation.Text != "" {
			tail = strings.TrimSpace(tail + " " + w.Text(language.AuthorText))
		}
		b.WriteString(prose.Entry(text, tail))
	} else {
		b.WriteString("- " + strings.TrimSpace(markdownPulls(n)+" "+bracketed(escape.Markdown(sigNames(n.SIGs, w)))))
		if facts := n.facts(in); len(facts) > 0 {
			b.WriteString(" " + strings.Join(facts, "; "))
		}
	}
	for _, remark := range r.remarks(n, in) {
		b.WriteString("\n  * " + remark)
	}
	return b.String()
}

// markdownTail is what release notes end an entry with: its pull requests, its
// authors, its SIGs.
func markdownTail(n *Note, w language.Words) string {
	refs := markdownPulls(n)
	for _, a := range n.Authors {
		if refs != "" {
			refs += ", "
		}
		refs += markdownAuthor(a)
	}
	if refs != "" {
		refs = "(" + refs + ")"
	}
	return strings.TrimSpace(refs + " " + bracketed(escape.Markdown(sigNames(n.SIGs, w))))
}

func bracketed(s string) string {
	if s == "" {
		return ""
	}
	return "[" + s + "]"
}

func markdownPulls(n *Note) string {
	var links []string
	for _, pr := range pulls(n) {
		links = append(links, markdownPull(n.Repository, pr))
	}
	return strings.Join(links, ", ")
}

// pulls are all pull requests of an entry.
func pulls(n *Note) []int {
	switch {
	case len(n.PRs) > 0:
		return n.PRs
	case n.PR != 0:
		return []int{n.PR}
	default:
		return nil
	}
}

// apiChanges writes the comparison in short form.
func (m *markdown) apiChanges() {
	if !m.r.compared() {
		return
	}
	m.heading(2, m.w.Text(language.APIDiff, escape.Markdown(m.r.Old.label()), escape.Markdown(m.r.New.label())))
	m.item(weightScope)
	m.printf("%s\n", escape.Markdown(m.r.Scope()))
	for _, line := range m.r.joinedLines(m.w)[:m.r.unattributedLines()] {
		m.item(weightGap)
		m.printf("\n%s\n", escape.Markdown(line))
	}
	m.unread()
	if len(m.r.Changes) == 0 {
		m.item(weightScope)
		m.printf("\n%s\n", m.w.Text(language.NoAPIChanges))
		return
	}
	lesser := 0
	for i, s := range m.r.Sections() {
		lines := m.r.weighty(i, s, &lesser)
		if len(lines)+len(s.Ended) == 0 {
			continue
		}
		m.heading(3, s.Title)
		m.ended(s)
		for _, l := range lines {
			m.item(changeWeight(i, l.Change))
			m.short(i, l)
		}
	}
	if lesser > 0 {
		m.item(weightReworded)
		m.printf("\n%s\n", m.w.Count(language.LesserChanges, lesser))
	}
}

// unattributedLines is how many of the lines about joined notes are about
// changes; the others stand at the head of the report.
func (r *Report) unattributedLines() int {
	return len(r.joinedLines(r.words())) - len(r.NotesScope.gaps(r.printsEntries(), r.words()))
}

// weighty are the lines of a section that a short form shows. Of other changes
// it leaves out those that hurt nobody and that no note speaks of.
func (r *Report) weighty(i int, s Section, lesser *int) (lines []Line) {
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

// short writes an API's change as an item.
func (m *markdown) short(section int, l Line) {
	if l.Schema != "" || section == other {
		m.line(l)
		return
	}
	c := l.Change
	text := markdownAPI(c)
	switch section {
	case removed:
		if c.Replacement != nil {
			text = m.w.Text(language.UseInstead, text, markdownReplacement(c))
		}
	case deprecated:
		if plan := c.plan(m.w); plan != "" {
			text += " (" + plan + ")"
		}
		if c.Replacement != nil {
			text = m.w.Text(language.UseInstead, text, markdownReplacement(c))
		}
	case graduated:
		text = escape.Code(groupName(c.Group)) + " " + escape.Markdown(c.Kind) + ": " + escape.Code(c.Old) + " → " + escape.Code(c.New)
	case added:
		if note := m.addedNote(c); note != "" {
			text += " (" + note + ")"
		}
	}
	m.printf("- %s%s\n", text, m.noteSuffix(c.Notes, c.SIGs))
}

// claims lists what entries say of the API and the comparison does not show.
func (m *markdown) claims() {
	if len(m.r.Unserved) == 0 {
		return
	}
	m.heading(2, m.w.Text(language.Claimed))
	m.head()
	m.printf("%s\n\n", m.w.Text(language.ClaimedIntro))
	for _, u := range m.r.Unserved {
		m.item(weightClaim)
		m.printf("- %s\n", u.line(markdownInk(m.w)))
	}
}

// line says what is claimed by which entry, and what may be behind it.
func (u Unserved) line(in ink) string {
	line := in.text(in.w.Said(u.Claim))
	if u.Why != "" {
		line += " – " + in.behind(u)
	}
	if u.PR != 0 {
		line = in.pull(u.Repository, u.PR) + ": " + line
	}
	return line
}

// behind is why a claim is not borne out; a pull request in it becomes a link.
func (in ink) behind(u Unserved) string {
	if number, reverted := strings.CutPrefix(u.Why, "reverted by #"); reverted {
		if pr, err := strconv.Atoi(number); err == nil && pr > 0 {
			return in.w.Text(language.RevertedBy, in.pull(u.Repository, pr))
		}
	}
	return in.text(in.w.Said(u.Why))
}
