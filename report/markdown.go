package report

import (
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
)

// Markdown writes the report as GitHub-flavoured markdown, to be pasted as it is.
func Markdown(w io.Writer, r *Report) error { return MarkdownWithin(w, r, 0, "") }

// apiReport writes a report about the API.
func (m *markdown) apiReport() {
	m.printf("# %s\n\n%s\n\n", escape.Markdown(m.r.Title()), escape.Markdown(m.r.Scope()))
	m.summary()
	m.notice()
	m.notesBehind()
	m.unread()
	for i, s := range m.r.Sections() {
		m.heading(2, s.Title)
		m.section(i, s)
	}
	m.reworded()
	m.waived()
	if m.r.printsEntries() {
		m.entrySections()
	}
	m.claims()
	m.notCompared()
}

func (m *markdown) section(i int, s Section) {
	if len(s.Changes) == 0 {
		m.item(sectionWeight(i))
		if len(s.Ended) == 0 {
			m.printf("%s\n", m.w.Text(language.None))
		}
		m.ended(s)
		return
	}
	if i == other {
		for _, l := range s.Lines() {
			m.item(changeWeight(i, l.Change))
			m.line(l)
		}
		return
	}
	apis, fields := s.split()
	if len(apis) > 0 {
		m.table(i, apis)
	}
	if len(apis) > 0 && len(fields) > 0 {
		m.head()
		m.printf("\n")
	}
	if len(apis) > 0 && len(fields) == 0 && len(s.Ended) > 0 {
		m.head()
		m.printf("\n")
	}
	m.ended(s)
	for _, l := range foldFields(fields) {
		m.item(changeWeight(i, l.Change))
		m.field(l)
	}
}

// ended points to what went under another heading.
func (m *markdown) ended(s Section) {
	for _, e := range s.Ended {
		m.item(sectionWeight(removed))
		m.printf("- %s: %s\n", severityName(e.Severity, m.w), escape.Markdown(e.Message))
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
		m.printf("%s", m.w.Text(language.FieldsEach, m.w.Count(language.Fields, len(l.Fields)), escape.Code(c.short())))
	case name != "":
		m.printf("%s ", escape.Code(name))
	}
	m.printf("%s", escape.Markdown(text))
	for i, f := range l.Fields {
		separator := ", "
		if i == 0 {
			separator = ": "
		}
		m.printf("%s%s", separator, escape.Code(f))
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
	m.printf(" · %s", escape.Code(apiVersion))
	if kind != l.short() {
		m.printf(" %s", escape.Markdown(kind))
	}
	if path != "" && path != l.Field && l.Fields == nil {
		m.printf(" %s", escape.Code(path))
	}
	if more > 0 {
		m.printf(" %s", m.w.Count(language.AndKinds, more))
	}
}

// markdownWords shows what was taken out struck through, what came in in bold.
func markdownWords(old, new string) string {
	var b strings.Builder
	for _, r := range shorten(wordDiff(escape.Plain(old), escape.Plain(new))) {
		text := escape.Markdown(r.text)
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
		m.item(weightReworded)
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
	m.head()
	m.printf("%s\n\n", m.w.Text(language.UnreadWhy))
	for _, side := range []struct {
		name language.Key
		Side
	}{{language.SideOld, m.r.Old}, {language.SideNew, m.r.New}} {
		for _, i := range side.Incomplete {
			m.item(budget.Keep)
			m.printf("- %s\n", m.w.Text(language.UnreadLine, escape.Code(m.w.Said(i.GroupVersion)), m.w.Text(side.name), partName(string(i.Part), m.w), escape.Markdown(i.Reason)))
		}
	}
}

// line writes a change that fits no table.
func (m *markdown) line(l Line) {
	if l.Schema != "" {
		m.field(l)
		return
	}
	m.printf("- %s: %s %s%s\n", severityName(l.Severity, m.w), m.told(l), escape.Code(l.Rule), m.noteSuffix(l.Notes, l.SIGs))
}

// told is the sentence of a line; what it is about is set in code, where the
// sentence begins with it.
func (m *markdown) told(l Line) string {
	if m.w.English() {
		return escape.Markdown(l.sentence(m.w))
	}
	name, text := l.told(m.w)
	if name == "" {
		return escape.Markdown(text)
	}
	return escape.Code(name) + " " + escape.Markdown(text)
}

func (m *markdown) waived() {
	if len(m.r.Waived) == 0 {
		return
	}
	m.heading(2, m.w.Text(language.Waived))
	for _, c := range m.r.Waived {
		m.item(weightWaived)
		said := m.w.Text(language.WaivedLine, m.told(Line{Change: c.Change}), escape.Markdown(c.Reason), c.Expires)
		m.printf("- %s: %s %s\n", severityName(c.Severity, m.w), said, escape.Code(c.Fingerprint))
	}
}

func (m *markdown) notCompared() {
	m.heading(2, m.w.Text(language.NotCompared))
	if m.r.Uses != nil {
		for _, u := range m.r.Uses.Unread {
			m.item(weightNotCompared)
			m.printf("- %s\n", m.w.Text(language.UseUnlisted, escape.Markdown(u)))
		}
	}
	if len(m.r.NotCompared) == 0 && (m.r.Uses == nil || len(m.r.Uses.Unread) == 0) {
		m.item(weightNotCompared)
		m.printf("%s\n", m.w.Text(language.None))
		return
	}
	for _, n := range m.r.NotCompared {
		m.item(weightNotCompared)
		m.printf("- %s: %s\n", escape.Markdown(m.w.Said(n.What)), escape.Markdown(m.w.Said(n.Why)))
	}
}
