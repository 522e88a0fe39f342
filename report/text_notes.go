package report

import (
	"strings"

	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/layout"
	"github.com/kubedelta/kubedelta/report/prose"
)

func textInk(w language.Words) ink {
	return ink{w: w, text: escape.Plain, name: escape.Plain, prose: prose.Line, pull: pullName}
}

func (t *terminal) noteLinks(links []NoteLink, sigs []string) string {
	return noteLinks(links, sigs, t.w, func(l NoteLink) string {
		if l.PR == 0 {
			return t.w.Text(language.NotesOf, escape.Plain(l.Release))
		}
		return pullName(l.Repository, l.PR)
	}, escape.Plain)
}

func (t *terminal) notesReport() {
	t.line("", t.style.Paint(layout.Bold, escape.Plain(t.r.Title())))
	t.line("", t.style.Paint(layout.Dim, escape.Plain(t.r.notesLine(t.w))))
	for _, line := range t.r.NotesScope.gaps(true, t.w) {
		t.line("", escape.Plain(line))
	}
	if t.r.Glance != nil {
		t.urgent()
		t.glance(t.r.Glance)
	}
	t.prose(language.Themes, "Major Themes")
	t.prose(language.KnownIssues, "Known Issues")
	if t.r.Glance == nil {
		t.urgent()
	}
	t.advisories()
	t.apiChanges()
	t.groups()
	t.claims()
	if t.r.compared() || len(t.r.NotCompared) > 0 {
		t.notCompared()
	}
}

func (t *terminal) entrySections() {
	t.heading(t.w.Text(language.ReleaseNotes))
	t.line("  ", escape.Plain(t.r.notesLine(t.w)))
	t.urgent()
	t.groups()
}

func (t *terminal) prose(title language.Key, part string) {
	parts := t.r.themes(part)
	if len(parts) == 0 {
		return
	}
	t.heading(t.w.Text(title))
	for i, p := range parts {
		if i > 0 {
			t.printf("\n")
		}
		if p.Title != "" {
			t.line("  ", t.style.Paint(layout.Bold, prose.Line(p.Title)))
		}
		t.paragraphs(p.Text, "  ")
	}
}

// paragraphs writes the lines of a text behind a margin.
func (t *terminal) paragraphs(text, margin string) {
	for _, line := range prose.Plain(text) {
		t.written(margin, line)
	}
}

// written writes a line of a text whose author indented it: what is broken off
// stays below what it belongs to, the text of a list's item.
func (t *terminal) written(margin, line string) {
	words := strings.TrimLeft(line, " ")
	margin += line[:len(line)-len(words)]
	rest := strings.Repeat(" ", layout.Columns(margin))
	if strings.HasPrefix(words, "- ") {
		rest += "  "
	}
	t.WriteString(strings.TrimRight(t.style.Hang(margin, rest, words), " \n") + "\n")
}

func (t *terminal) urgent() {
	entries, flagged := t.r.UrgentEntries(), action(t.r.Notes)
	words := t.r.themes(urgentPart)
	if len(entries)+len(flagged)+len(words) == 0 {
		return
	}
	t.heading(t.w.Text(language.SectionUrgent))
	for _, p := range words {
		t.paragraphs(strings.TrimSpace(p.Title+"\n"+p.Text), "  ")
	}
	t.entries(entries)
	for _, s := range t.r.entrySections(flagged) {
		t.line("  ", t.w.Text(language.UrgentElsewhere, escape.Plain(s.Title)))
		for i := range s.Entries {
			t.line("    ", strings.TrimSpace(textPulls(&s.Entries[i])+" "+prose.Line(firstWords(&s.Entries[i]))))
		}
	}
}

func (t *terminal) advisories() {
	if len(t.r.Advisories) == 0 {
		return
	}
	t.heading(t.w.Text(language.Advisories))
	for _, a := range t.r.Advisories {
		title := strings.TrimSpace(a.CVE + " " + strings.TrimLeft(strings.TrimPrefix(a.Title, a.CVE), ": "))
		t.line("  ", t.style.Paint(layout.Red, prose.Line(title)))
		if a.Rating != "" {
			t.line("  ", t.w.Text(language.Rating, escape.Plain(a.Rating)))
		}
		t.paragraphs(a.Text, "  ")
	}
}

func (t *terminal) apiChanges() {
	if !t.r.compared() {
		return
	}
	t.heading(t.w.Text(language.APIDiff, escape.Plain(t.r.Old.label()), escape.Plain(t.r.New.label())))
	t.line("  ", t.style.Paint(layout.Dim, escape.Plain(t.r.Scope())))
	for _, line := range t.r.joinedLines(t.w)[:t.r.unattributedLines()] {
		t.line("  ", escape.Plain(line))
	}
	t.unread()
	if len(t.r.Changes) == 0 {
		t.line("  ", t.w.Text(language.NoAPIChanges))
		return
	}
	lesser := 0
	for i, s := range t.r.Sections() {
		lines := t.r.weighty(i, s, &lesser)
		if len(lines)+len(s.Ended) > 0 {
			t.heading(s.Title)
		}
		t.ended(s)
		for _, l := range lines {
			t.change(l)
		}
	}
	if lesser > 0 {
		t.line("  ", t.w.Count(language.LesserChanges, lesser))
	}
}

func (t *terminal) groups() {
	for _, g := range t.r.EntryGroups() {
		if g.Title != "" {
			t.heading(escape.Plain(g.Title))
		}
		for _, s := range g.Sections {
			t.heading(escape.Plain(s.Title))
			t.entries(s.Entries)
		}
	}
	if len(t.r.Notes) == 0 {
		t.printf("\n")
		t.line("", t.w.Text(language.NoEntries))
	}
}

func (t *terminal) entries(notes []Note) {
	in := textInk(t.w)
	for i := range notes {
		n := &notes[i]
		for j, line := range t.entry(n, in) {
			if j == 0 {
				t.WriteString(t.style.Hang("  - ", "    ", line))
				continue
			}
			t.written("    ", line)
		}
		for _, remark := range t.r.remarks(n, in) {
			t.WriteString(t.style.Hang("      ", "        ", t.style.Paint(layout.Dim, "· "+remark)))
		}
	}
}

// entry is the text of an entry, with its tail at the end.
func (t *terminal) entry(n *Note, in ink) []string {
	text := n.shownText()
	sigs := bracketed(escape.Plain(sigNames(n.SIGs, t.w)))
	if text == "" {
		return []string{strings.TrimSpace(textPulls(n) + " " + sigs + " " + strings.Join(n.facts(in), "; "))}
	}
	refs := textPulls(n)
	for _, a := range n.Authors {
		refs += ", @" + escape.Plain(a)
	}
	tail := strings.TrimSpace("(" + strings.TrimPrefix(refs, ", ") + ") " + sigs)
	if refs == "" {
		tail = sigs
	}
	if n.Annotation != nil && n.Annotation.Text != "" {
		tail += " " + t.w.Text(language.AuthorText)
	}
	lines := prose.Plain(text)
	lines[len(lines)-1] = strings.TrimSpace(lines[len(lines)-1] + " " + t.style.Paint(layout.Dim, tail))
	return lines
}

func textPulls(n *Note) string {
	var names []string
	for _, pr := range pulls(n) {
		names = append(names, pullName(n.Repository, pr))
	}
	return strings.Join(names, ", ")
}

func (t *terminal) claims() {
	if len(t.r.Unserved) == 0 {
		return
	}
	t.heading(t.w.Text(language.Claimed))
	for _, u := range t.r.Unserved {
		t.line("  ", u.line(textInk(t.w)))
	}
}
