package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
)

// Text writes the report for a terminal.
func Text(w io.Writer, r *Report, style Style) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s\n%s\n\n", style.paint(bold, plain(r.Title())), style.paint(dim, plain(r.Scope())))
	textSummary(b, r, style)
	textUnread(b, r, style)
	for _, s := range r.Sections() {
		fmt.Fprintf(b, "\n%s\n", style.paint(bold, s.Title))
		if len(s.Changes) == 0 {
			fmt.Fprintln(b, "  none")
		}
		for _, l := range s.Lines() {
			textChange(b, l, style)
		}
	}
	if r.Reworded > 0 && !r.Descriptions {
		fmt.Fprintf(b, "\n%s in other words (--show-descriptions)\n", rule.Count(r.Reworded, "description"))
	}
	if len(r.Waived) > 0 {
		fmt.Fprintf(b, "\n%s\n", style.paint(bold, "Waived"))
		for _, c := range r.Waived {
			fmt.Fprintf(b, "  %s  %s – %s (until %s)\n", c.Fingerprint, plain(c.Message), plain(c.Reason), c.Expires)
		}
	}
	if r.Uses != nil && len(r.Uses.Unread) > 0 {
		fmt.Fprintf(b, "\n%s\n", style.paint(bold, "Use that could not be listed: changes of these kinds are kept"))
		for _, u := range r.Uses.Unread {
			fmt.Fprintf(b, "  %s\n", plain(u))
		}
	}
	if len(r.NotCompared) > 0 {
		fmt.Fprintf(b, "\n%s\n", style.paint(bold, "Not compared"))
		for _, n := range r.NotCompared {
			fmt.Fprintf(b, "  %s: %s\n", plain(n.What), plain(n.Why))
		}
	}
	return b.Flush()
}

func textSummary(b *bufio.Writer, r *Report, style Style) {
	for _, row := range r.Matrix() {
		var parts []string
		for _, s := range shownSeverities(r) {
			text := fmt.Sprintf("%d %s", row.Count[s], s)
			if row.Count[s] > 0 {
				text = style.severity(s, text)
			}
			parts = append(parts, text)
		}
		fmt.Fprintf(b, "%s: %s\n", row.Name, strings.Join(parts, ", "))
	}
}

func textUnread(b *bufio.Writer, r *Report, style Style) {
	if r.Complete() {
		return
	}
	fmt.Fprintf(b, "\n%s\n", style.paint(bold, "Could not be read: nothing here says that these stay, change or go"))
	for _, i := range r.Old.Incomplete {
		fmt.Fprintf(b, "  old  %s (%s): %s\n", plain(i.GroupVersion), i.Part, plain(i.Reason))
	}
	for _, i := range r.New.Incomplete {
		fmt.Fprintf(b, "  new  %s (%s): %s\n", plain(i.GroupVersion), i.Part, plain(i.Reason))
	}
}

func textChange(b *bufio.Writer, l Line, style Style) {
	c := l.Change
	message := c.Message
	if l.Fields != nil {
		_, text := c.subject()
		message = fmt.Sprintf("%s of %s: each %s: %s", rule.Count(len(l.Fields), "field"), c.short(), text, strings.Join(l.Fields, ", "))
	}
	fmt.Fprintf(b, "  %s  %s\n", style.severity(c.Severity, fmt.Sprintf("%-11s", c.Severity)), plain(message))
	if apiVersion, kind, path, more := c.reach(); kind != "" && c.Schema != "" && l.Fields == nil {
		line := strings.TrimRight(apiVersion+" "+kind+" "+path, " ")
		if more > 0 {
			line += " and " + rule.Count(more, "more kind")
		}
		fmt.Fprintf(b, "  %-11s  %s\n", "", style.paint(dim, plain(line)))
	}
	if c.Rule == "description-changed" && c.Old+c.New != "" {
		fmt.Fprintf(b, "  %-11s  %s\n", "", textWords(c.Old, c.New, style))
	}
	if tail := c.plan(); tail != "" {
		fmt.Fprintf(b, "  %-11s  %s\n", "", style.paint(dim, tail))
	}
}

// plan is the line of dates below a removed or deprecated API.
func (c Change) plan() string {
	var parts []string
	if c.Deprecated.Known() && c.Rule != "resource-added" {
		parts = append(parts, "deprecated since "+c.Deprecated.String())
	}
	if c.Removed.Known() && c.Rule == "api-deprecated" {
		parts = append(parts, "removed in "+c.Removed.String())
	}
	if c.Rule == "resource-added" && !c.ServedByDefault {
		parts = append(parts, "off by default")
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
