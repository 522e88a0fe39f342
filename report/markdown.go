package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
)

// Markdown writes the report as GitHub-flavoured markdown, to be pasted as it is.
func Markdown(w io.Writer, r *Report) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# %s\n\n%s\n\n", markdownText(r.Title()), markdownText(r.Scope()))
	markdownSummary(b, r)
	markdownUnread(b, r)
	for i, s := range r.Sections() {
		fmt.Fprintf(b, "\n## %s\n\n", s.Title)
		if len(s.Changes) == 0 {
			fmt.Fprintln(b, "none")
			continue
		}
		if i == other {
			for _, l := range s.Lines() {
				markdownLine(b, l)
			}
			continue
		}
		apis, fields := s.split()
		if len(apis) > 0 {
			markdownTable(b, i, apis)
		}
		if len(apis) > 0 && len(fields) > 0 {
			b.WriteString("\n")
		}
		for _, l := range foldFields(fields) {
			markdownField(b, l)
		}
	}
	markdownReworded(b, r)
	markdownWaived(b, r)
	markdownNotCompared(b, r)
	return b.Flush()
}

func markdownTable(b *bufio.Writer, section int, apis []Change) {
	switch section {
	case removed:
		markdownRemoved(b, apis)
	case deprecated:
		markdownDeprecated(b, apis)
	case graduated:
		markdownGraduated(b, apis)
	default:
		markdownAdded(b, apis)
	}
}

// markdownField writes a line: the field, what is said of it, where it is met.
func markdownField(b *bufio.Writer, l Line) {
	c := l.Change
	name, text := c.subject()
	b.WriteString("- ")
	if c.Severity != rule.Addition && c.Severity != rule.Info && c.Severity != rule.Deprecation {
		fmt.Fprintf(b, "%s: ", c.Severity)
	}
	switch {
	case l.Fields != nil:
		fmt.Fprintf(b, "%s of %s: each ", rule.Count(len(l.Fields), "field"), code(c.short()))
	case name != "":
		fmt.Fprintf(b, "%s ", code(name))
	}
	b.WriteString(markdownText(text))
	for i, f := range l.Fields {
		separator := ", "
		if i == 0 {
			separator = ": "
		}
		b.WriteString(separator + code(f))
	}
	if apiVersion, kind, path, more := c.reach(); kind != "" {
		fmt.Fprintf(b, " · %s", code(apiVersion))
		if kind != c.short() {
			fmt.Fprintf(b, " %s", markdownText(kind))
		}
		if path != "" && path != c.Field && l.Fields == nil {
			fmt.Fprintf(b, " %s", code(path))
		}
		if more > 0 {
			fmt.Fprintf(b, " and %s", rule.Count(more, "more kind"))
		}
	}
	b.WriteString("\n")
	if c.Rule == "description-changed" && c.Old+c.New != "" {
		fmt.Fprintf(b, "  > %s\n", markdownWords(c.Old, c.New))
	}
}

// markdownWords shows what was taken out struck through, what came in bold.
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

// markdownReworded counts what is hidden by default.
func markdownReworded(b *bufio.Writer, r *Report) {
	if r.Reworded > 0 && !r.Descriptions {
		fmt.Fprintf(b, "\n%s in other words (--show-descriptions)\n", rule.Count(r.Reworded, "description"))
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

func markdownSummary(b *bufio.Writer, r *Report) {
	severities := shownSeverities(r)
	b.WriteString("| |")
	for _, s := range severities {
		fmt.Fprintf(b, " %s |", s)
	}
	b.WriteString("\n| --- |" + strings.Repeat(" --: |", len(severities)) + "\n")
	for _, row := range r.Matrix() {
		fmt.Fprintf(b, "| %s |", row.Name)
		for _, s := range severities {
			fmt.Fprintf(b, " %d |", row.Count[s])
		}
		b.WriteString("\n")
	}
}

// markdownUnread stands above everything else: what was not seen may be what
// matters.
func markdownUnread(b *bufio.Writer, r *Report) {
	if r.Complete() {
		return
	}
	b.WriteString("\n## Could not be read\n\nNothing is known of these, so nothing here says that they stay, change or go.\n\n")
	for _, side := range []struct {
		name string
		Side
	}{{"old", r.Old}, {"new", r.New}} {
		for _, i := range side.Incomplete {
			fmt.Fprintf(b, "- %s (%s side, %s): %s\n", code(i.GroupVersion), side.name, i.Part, markdownText(i.Reason))
		}
	}
}

func markdownAPI(c Change) string {
	apiVersion, kind := c.api()
	return code(apiVersion) + " " + markdownText(kind)
}

func markdownReplacement(c Change) string {
	if c.Replacement == nil {
		return "–"
	}
	return code(c.Replacement.GroupVersion().String()) + " " + markdownText(c.Replacement.Kind)
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

func markdownRemoved(b *bufio.Writer, changes []Change) {
	b.WriteString("| API | resource | severity | deprecated since | use instead |\n| --- | --- | --- | --- | --- |\n")
	for _, c := range changes {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", markdownAPI(c), code(c.Resource), c.Severity, orDash(c.Deprecated.String()), markdownReplacement(c))
	}
}

func markdownDeprecated(b *bufio.Writer, changes []Change) {
	b.WriteString("| API | resource | deprecated since | removed in | use instead |\n| --- | --- | --- | --- | --- |\n")
	for _, c := range changes {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", markdownAPI(c), code(c.Resource), orDash(c.Deprecated.String()), orDash(c.Removed.String()), markdownReplacement(c))
	}
}

func markdownGraduated(b *bufio.Writer, changes []Change) {
	b.WriteString("| API | resource | severity | no longer served | use instead |\n| --- | --- | --- | --- | --- |\n")
	for _, c := range changes {
		group := c.Group
		if group == "" {
			group = "core"
		}
		fmt.Fprintf(b, "| %s %s | %s | %s | %s | %s |\n", code(group), markdownText(c.Kind), code(c.Resource), c.Severity, code(c.Old), code(c.New))
	}
}

func markdownAdded(b *bufio.Writer, changes []Change) {
	b.WriteString("| API | resource | stability | note |\n| --- | --- | --- | --- |\n")
	for _, c := range changes {
		note := ""
		if !c.ServedByDefault {
			note = "off by default"
		}
		if c.Replacement != nil {
			note = "deprecated since " + c.Deprecated.String() + ", use " + markdownReplacement(c)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", markdownAPI(c), code(c.Resource), orDash(string(c.Stability)), orDash(note))
	}
}

// markdownLine writes a change that fits no table.
func markdownLine(b *bufio.Writer, l Line) {
	if l.Schema != "" {
		markdownField(b, l)
		return
	}
	fmt.Fprintf(b, "- %s: %s %s\n", l.Severity, markdownText(l.Message), code(l.Rule))
}

func markdownWaived(b *bufio.Writer, r *Report) {
	if len(r.Waived) == 0 {
		return
	}
	b.WriteString("\n## Waived\n\n")
	for _, w := range r.Waived {
		fmt.Fprintf(b, "- %s: %s – %s (until %s) %s\n", w.Severity, markdownText(w.Message), markdownText(w.Reason), w.Expires, code(w.Fingerprint))
	}
}

func markdownNotCompared(b *bufio.Writer, r *Report) {
	b.WriteString("\n## Not compared\n\n")
	if r.Uses != nil {
		for _, u := range r.Uses.Unread {
			fmt.Fprintf(b, "- use of a kind that could not be listed, so that its changes are kept: %s\n", markdownText(u))
		}
	}
	if len(r.NotCompared) == 0 && (r.Uses == nil || len(r.Uses.Unread) == 0) {
		b.WriteString("none\n")
		return
	}
	for _, n := range r.NotCompared {
		fmt.Fprintf(b, "- %s: %s\n", markdownText(n.What), markdownText(n.Why))
	}
}
