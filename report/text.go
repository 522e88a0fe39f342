package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/report/language"
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
	t := &terminal{bufio.NewWriter(w), r, r.words(), style}
	if r.Subject == SubjectNotes && r.NotesScope != nil {
		t.notesReport()
		return t.Flush()
	}
	t.printf("%s\n%s\n\n", style.paint(bold, plain(r.Title())), style.paint(dim, plain(r.Scope())))
	t.summary()
	for _, line := range r.joinedLines(t.w) {
		t.printf("%s\n", plain(line))
	}
	t.unread()
	for _, s := range r.Sections() {
		t.heading(s.Title)
		if len(s.Changes) == 0 {
			t.printf("  %s\n", t.w.Text(language.None))
		}
		for _, l := range s.Lines() {
			t.change(l)
		}
	}
	if r.Reworded > 0 && !r.Descriptions {
		t.printf("\n%s\n", t.w.Count(language.Reworded, r.Reworded))
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

func (t *terminal) heading(title string) { t.printf("\n%s\n", t.style.paint(bold, title)) }

func (t *terminal) waived() {
	if len(t.r.Waived) == 0 {
		return
	}
	t.heading(t.w.Text(language.Waived))
	for _, c := range t.r.Waived {
		t.printf("  %s  %s\n", c.Fingerprint, t.w.Text(language.WaivedLine, plain(c.sentence(t.w)), plain(c.Reason), c.Expires))
	}
}

func (t *terminal) notCompared() {
	if t.r.Uses != nil && len(t.r.Uses.Unread) > 0 {
		t.heading(t.w.Text(language.UseUnlistedHead))
		for _, u := range t.r.Uses.Unread {
			t.printf("  %s\n", plain(u))
		}
	}
	if len(t.r.NotCompared) > 0 {
		t.heading(t.w.Text(language.NotCompared))
		for _, n := range t.r.NotCompared {
			t.printf("  %s: %s\n", plain(t.w.Said(n.What)), plain(t.w.Said(n.Why)))
		}
	}
}

func (t *terminal) summary() {
	for _, row := range t.r.Matrix() {
		var parts []string
		for _, s := range shownSeverities(t.r) {
			text := fmt.Sprintf("%d %s", row.Count[s], severityName(s, t.w))
			if row.Count[s] > 0 {
				text = t.style.severity(s, text)
			}
			parts = append(parts, text)
		}
		t.printf("%s: %s\n", row.Name, strings.Join(parts, ", "))
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
			t.printf("  %s  %s (%s): %s\n", t.w.Text(side.name), plain(t.w.Said(i.GroupVersion)), partName(string(i.Part), t.w), plain(i.Reason))
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
	t.printf("  %s  %s\n", t.style.severity(c.Severity, pad(severityName(c.Severity, t.w), severityWidth)), plain(message))
	if apiVersion, kind, path, more := c.reach(); kind != "" && c.Schema != "" && l.Fields == nil {
		line := strings.TrimRight(apiVersion+" "+kind+" "+path, " ")
		if more > 0 {
			line += " " + t.w.Count(language.AndKinds, more)
		}
		t.below(t.style.paint(dim, plain(line)))
	}
	if c.Rule == "description-changed" && c.Old+c.New != "" {
		t.below(textWords(c.Old, c.New, t.style))
	}
	if tail := c.plan(t.w); tail != "" {
		t.below(t.style.paint(dim, tail))
	}
	if t.r.hasNotes() {
		if links := t.noteLinks(l.Notes, l.SIGs); links != "" {
			t.below(t.style.paint(dim, links))
		}
	}
}

// below writes a line under a change.
func (t *terminal) below(line string) { t.printf("  %-*s  %s\n", severityWidth, "", line) }

// pad fills up to a width in columns; characters of Chinese and Japanese writing
// take two.
func pad(s string, width int) string {
	columns := 0
	for _, r := range s {
		columns++
		if r >= 0x1100 {
			columns++
		}
	}
	return s + strings.Repeat(" ", max(0, width-columns))
}

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
	for _, r := range shorten(wordDiff(plain(old), plain(new))) {
		switch r.edit {
		case deleted:
			b.WriteString(style.paint(red, "[-"+r.text+"-]"))
		case inserted:
			b.WriteString(style.paint(green, "{+"+r.text+"+}"))
		default:
			b.WriteString(r.text)
		}
	}
	return b.String()
}
