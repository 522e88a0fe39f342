package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/language"
)

// markdown is a report being written as markdown.
type markdown struct {
	*bufio.Writer
	r *Report
	w language.Words
}

// Markdown writes the report as GitHub-flavoured markdown, to be pasted as it is.
func Markdown(w io.Writer, r *Report) error {
	m := &markdown{bufio.NewWriter(w), r, r.words()}
	if r.Subject == SubjectNotes && r.NotesScope != nil {
		m.notesReport()
		return m.Flush()
	}
	m.printf("# %s\n\n%s\n\n", markdownText(r.Title()), markdownText(r.Scope()))
	m.summary()
	m.notesBehind()
	m.unread()
	for i, s := range r.Sections() {
		m.heading(2, s.Title)
		m.section(i, s)
	}
	m.reworded()
	m.waived()
	if r.printsEntries() {
		m.entrySections()
	}
	m.claims()
	m.notCompared()
	return m.Flush()
}

func (m *markdown) printf(format string, args ...any) { fmt.Fprintf(m, format, args...) }

// heading starts a chapter; the title is one of the fixed texts or escaped.
func (m *markdown) heading(level int, title string) {
	m.printf("\n%s %s\n\n", strings.Repeat("#", level), title)
}

func (m *markdown) section(i int, s Section) {
	if len(s.Changes) == 0 {
		m.printf("%s\n", m.w.Text(language.None))
		return
	}
	if i == other {
		for _, l := range s.Lines() {
			m.line(l)
		}
		return
	}
	apis, fields := s.split()
	if len(apis) > 0 {
		m.table(i, apis)
	}
	if len(apis) > 0 && len(fields) > 0 {
		m.printf("\n")
	}
	for _, l := range foldFields(fields) {
		m.field(l)
	}
}

// field writes a line: the field, what is said of it, where it is met.
func (m *markdown) field(l Line) {
	c := l.Change
	name, text := l.told(m.w)
	m.printf("- ")
	if c.Severity != rule.Addition && c.Severity != rule.Info && c.Severity != rule.Deprecation {
		m.printf("%s: ", severityName(c.Severity, m.w))
	}
	switch {
	case l.Fields != nil:
		m.printf("%s", m.w.Text(language.FieldsEach, m.w.Count(language.Fields, len(l.Fields)), code(c.short())))
	case name != "":
		m.printf("%s ", code(name))
	}
	m.printf("%s", markdownText(text))
	for i, f := range l.Fields {
		separator := ", "
		if i == 0 {
			separator = ": "
		}
		m.printf("%s%s", separator, code(f))
	}
	m.reach(l)
	m.printf("%s\n", m.noteSuffix(l.Notes, l.SIGs))
	if c.Rule == "description-changed" && c.Old+c.New != "" {
		m.printf("  > %s\n", markdownWords(c.Old, c.New))
	}
}

// reach says where the field is met.
func (m *markdown) reach(l Line) {
	apiVersion, kind, path, more := l.reach()
	if kind == "" {
		return
	}
	m.printf(" · %s", code(apiVersion))
	if kind != l.short() {
		m.printf(" %s", markdownText(kind))
	}
	if path != "" && path != l.Field && l.Fields == nil {
		m.printf(" %s", code(path))
	}
	if more > 0 {
		m.printf(" %s", m.w.Count(language.AndKinds, more))
	}
}

// markdownWords shows what was taken out struck through, what came in in bold.
func markdownWords(old, new string) string {
	var b strings.Builder
	for _, r := range shorten(wordDiff(plain(old), plain(new))) {
		text := markdownText(r.text)
		// Marks bind to words: white space at the ends stays outside.
		inner := strings.TrimSpace(text)
		if r.edit == kept || inner == "" {
			b.WriteString(text)
			continue
		}
		mark := map[edit]string{deleted: "~~", inserted: "**"}[r.edit]
		before, after, _ := strings.Cut(text, inner)
		b.WriteString(before + mark + inner + mark + after)
		if r.edit == deleted && after == "" {
			b.WriteString(" ")
		}
	}
	return b.String()
}

// reworded counts what is hidden by default.
func (m *markdown) reworded() {
	if m.r.Reworded > 0 && !m.r.Descriptions {
		m.printf("\n%s\n", m.w.Count(language.Reworded, m.r.Reworded))
	}
}

// shown are the severities that the summary has columns for.
func shownSeverities(r *Report) (out []rule.Severity) {
	for _, s := range rule.Severities() {
		if s != rule.Unknown || r.Summary.BySeverity[s] > 0 {
			out = append(out, s)
		}
	}
	return out
}

func (m *markdown) summary() {
	severities := shownSeverities(m.r)
	m.printf("| |")
	for _, s := range severities {
		m.printf(" %s |", severityName(s, m.w))
	}
	m.printf("\n| --- |%s\n", strings.Repeat(" --: |", len(severities)))
	for _, row := range m.r.Matrix() {
		m.printf("| %s |", row.Name)
		for _, s := range severities {
			m.printf(" %d |", row.Count[s])
		}
		m.printf("\n")
	}
}

// unread stands above everything else: what was not seen may be what matters.
func (m *markdown) unread() {
	if m.r.Complete() {
		return
	}
	m.heading(2, m.w.Text(language.Unread))
	m.printf("%s\n\n", m.w.Text(language.UnreadWhy))
	for _, side := range []struct {
		name language.Key
		Side
	}{{language.SideOld, m.r.Old}, {language.SideNew, m.r.New}} {
		for _, i := range side.Incomplete {
			m.printf("- %s\n", m.w.Text(language.UnreadLine, code(m.w.Said(i.GroupVersion)), m.w.Text(side.name), partName(string(i.Part), m.w), markdownText(i.Reason)))
		}
	}
}

// line writes a change that fits no table.
func (m *markdown) line(l Line) {
	if l.Schema != "" {
		m.field(l)
		return
	}
	m.printf("- %s: %s %s%s\n", severityName(l.Severity, m.w), m.told(l), code(l.Rule), m.noteSuffix(l.Notes, l.SIGs))
}

// told is the sentence of a line; what it is about is set in code, where the
// sentence begins with it.
func (m *markdown) told(l Line) string {
	if m.w.English() {
		return markdownText(l.sentence(m.w))
	}
	name, text := l.told(m.w)
	if name == "" {
		return markdownText(text)
	}
	return code(name) + " " + markdownText(text)
}

func (m *markdown) waived() {
	if len(m.r.Waived) == 0 {
		return
	}
	m.heading(2, m.w.Text(language.Waived))
	for _, c := range m.r.Waived {
		said := m.w.Text(language.WaivedLine, m.told(Line{Change: c.Change}), markdownText(c.Reason), c.Expires)
		m.printf("- %s: %s %s\n", severityName(c.Severity, m.w), said, code(c.Fingerprint))
	}
}

func (m *markdown) notCompared() {
	m.heading(2, m.w.Text(language.NotCompared))
	if m.r.Uses != nil {
		for _, u := range m.r.Uses.Unread {
			m.printf("- %s\n", m.w.Text(language.UseUnlisted, markdownText(u)))
		}
	}
	if len(m.r.NotCompared) == 0 && (m.r.Uses == nil || len(m.r.Uses.Unread) == 0) {
		m.printf("%s\n", m.w.Text(language.None))
		return
	}
	for _, n := range m.r.NotCompared {
		m.printf("- %s: %s\n", markdownText(m.w.Said(n.What)), markdownText(m.w.Said(n.Why)))
	}
}
