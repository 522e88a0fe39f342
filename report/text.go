package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery/order"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/layout"
)

// terminal is a report being written for a terminal.
type terminal struct {
	*bufio.Writer
	r     *Report
	w     language.Words
	style Style
}

// Text writes the report for a terminal.
func Text(w io.Writer, r *Report, style Style) error {
	t := &terminal{bufio.NewWriter(escape.NewLogWriter(w)), r, r.words(), style}
	if r.Subject == SubjectNotes && r.NotesScope != nil {
		t.notesReport()
		return t.Flush()
	}
	t.line("", style.Paint(layout.Bold, escape.Plain(r.Title())))
	t.line("", style.Paint(layout.Dim, escape.Plain(r.Scope())))
	t.printf("\n")
	t.summary()
	for _, line := range r.joinedLines(t.w) {
		t.line("", escape.Plain(line))
	}
	t.unread()
	for _, s := range r.Sections() {
		t.heading(s.Title)
		if len(s.Changes)+len(s.Ended) == 0 {
			t.line("  ", t.w.Text(language.None))
		}
		t.ended(s)
		for _, l := range t.lines(s) {
			t.change(l)
		}
	}
	if r.Reworded > 0 && !r.Descriptions {
		t.printf("\n")
		t.line("", t.w.Count(language.Reworded, r.Reworded))
	}
	t.waived()
	if r.printsEntries() {
		t.entrySections()
	}
	t.claims()
	t.notCompared()
	return t.Flush()
}

func (t *terminal) printf(format string, args ...any) { fmt.Fprintf(t, format, args...) }

// line writes a text behind a lead; where it takes several lines, the others
// begin below it, two columns further in.
func (t *terminal) line(lead, text string) {
	t.WriteString(t.style.Hang(lead, strings.Repeat(" ", layout.Columns(lead)+2), text))
}

func (t *terminal) heading(title string) {
	t.printf("\n")
	t.line("", t.style.Paint(layout.Bold, title))
}

// lines are those of a section. -o wide has one for each change, because each has
// its fingerprint.
func (t *terminal) lines(s Section) (lines []Line) {
	if !t.style.Wide {
		return s.Lines()
	}
	apis, fields := s.split()
	for _, c := range slices.Concat(apis, fields) {
		lines = append(lines, Line{Change: c})
	}
	order.Stably(lines, func(a, b Line) int { return cmp.Compare(a.Severity.Rank(), b.Severity.Rank()) })
	return lines
}

// ended points to what went under another heading.
func (t *terminal) ended(s Section) {
	for _, e := range s.Ended {
		severity := t.style.Severity(e.Severity, layout.Pad(escape.Plain(severityName(e.Severity, t.w)), severityWidth))
		t.WriteString(t.style.Hang("  "+severity+"  ", below, escape.Plain(e.Message)))
	}
}

func (t *terminal) waived() {
	if len(t.r.Waived) == 0 {
		return
	}
	t.heading(t.w.Text(language.Waived))
	for _, c := range t.r.Waived {
		t.line("  ", escape.Plain(c.Fingerprint)+"  "+t.w.Text(language.WaivedLine, escape.Plain(c.sentence(t.w)), escape.Plain(c.Reason), escape.Plain(c.Expires)))
	}
}

func (t *terminal) notCompared() {
	if t.r.Uses != nil && len(t.r.Uses.Unread) > 0 {
		t.heading(t.w.Text(language.UseUnlistedHead))
		for _, u := range t.r.Uses.Unread {
			t.line("  ", escape.Plain(u))
		}
	}
	if len(t.r.NotCompared) > 0 {
		t.heading(t.w.Text(language.NotCompared))
		for _, n := range t.r.NotCompared {
			t.line("  ", escape.Plain(t.w.Said(n.What))+": "+escape.Plain(t.w.Said(n.Why)))
		}
	}
}

func (t *terminal) summary() {
	for _, row := range t.r.Matrix() {
		var parts []string
		for _, s := range shownSeverities(t.r) {
			text := fmt.Sprintf("%d %s", row.Count[s], severityName(s, t.w))
			if row.Count[s] > 0 {
				text = t.style.Severity(s, text)
			}
			parts = append(parts, text)
		}
		t.line("", row.Name+": "+strings.Join(parts, ", "))
	}
}

func (t *terminal) unread() {
	if t.r.Complete() {
		return
	}
	t.heading(t.w.Text(language.UnreadText))
	for _, side := range []struct {
		name language.Key
		Side
	}{{language.SideOld, t.r.Old}, {language.SideNew, t.r.New}} {
		for _, i := range side.Incomplete {
			t.line("  ", t.w.Text(side.name)+"  "+escape.Plain(t.w.Said(i.GroupVersion))+" ("+escape.Plain(partName(string(i.Part), t.w))+"): "+escape.Plain(i.Reason))
		}
	}
}

// severityWidth is that of the column of severities.
const severityWidth = 11

func (t *terminal) change(l Line) {
	c := l.Change
	message := l.sentence(t.w)
	if l.Fields != nil {
		_, text := l.told(t.w)
		message = t.w.Text(language.FieldsEach, t.w.Count(language.Fields, len(l.Fields)), c.short()) + text + ": " + strings.Join(l.Fields, ", ")
	}
	severity := t.style.Severity(c.Severity, layout.Pad(escape.Plain(severityName(c.Severity, t.w)), severityWidth))
	lead := "  " + severity + "  "
	t.WriteString(t.style.Hang(lead, below, escape.Plain(message)))
	if apiVersion, kind, path, more := c.reach(); kind != "" && c.Schema != "" && l.Fields == nil {
		line := strings.TrimRight(apiVersion+" "+kind+" "+path, " ")
		if more > 0 {
			line += " " + t.w.Count(language.AndKinds, more)
		}
		t.below(t.style.Paint(layout.Dim, escape.Plain(line)))
	}
	if c.Rule == "description-changed" && c.Old+c.New != "" {
		t.below(textWords(c.Old, c.New, t.style))
	}
	if tail := c.plan(t.w); tail != "" {
		t.below(t.style.Paint(layout.Dim, tail))
	}
	if t.r.hasNotes() {
		if links := t.noteLinks(l.Notes, l.SIGs); links != "" {
			t.below(t.style.Paint(layout.Dim, links))
		}
	}
	if t.style.Wide && l.Fields == nil && l.versions == nil {
		t.below(t.style.Paint(layout.Dim, escape.Plain(c.Rule+" · "+c.Fingerprint)))
	}
}

// below is where what belongs to a change begins: behind its severity.
const below = "               "

// below writes a line under a change.
func (t *terminal) below(line string) { t.WriteString(t.style.Hang(below, below, line)) }

// plan is the line of dates below a removed or deprecated API.
func (c Change) plan(w language.Words) string {
	var parts []string
	if c.Deprecated.Known() && c.Rule != "resource-added" {
		parts = append(parts, w.Text(language.DeprecatedSince, c.Deprecated.String()))
	}
	if c.Removed.Known() && c.Rule == "api-deprecated" {
		parts = append(parts, w.Text(language.RemovedIn, c.Removed.String()))
	}
	if c.Rule == "resource-added" && !c.ServedByDefault {
		parts = append(parts, w.Text(language.OffByDefault))
	}
	return strings.Join(parts, ", ")
}

// textWords shows what was taken out as [-words-], what came in as {+words+}, as
// git does.
func textWords(old, new string, style Style) string {
	var b strings.Builder
	for _, r := range shorten(wordDiff(escape.Plain(old), escape.Plain(new))) {
		switch r.edit {
		case deleted:
			b.WriteString(style.Paint(layout.Red, "[-"+r.text+"-]"))
		case inserted:
			b.WriteString(style.Paint(layout.Green, "{+"+r.text+"+}"))
		default:
			b.WriteString(r.text)
		}
	}
	return b.String()
}
