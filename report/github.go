package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/diff"
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/annotation"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// WorkflowAnnotations returns the annotations of the report. A change has no place in a file, so
// they annotate the run: a line of the markdown is an annotation.
func WorkflowAnnotations(r *Report) annotation.List {
	w := r.words()
	list := annotation.List{Title: r.Title(), Closing: r.closing(w)}
	for _, u := range r.unread() {
		list.All = append(list.All, annotation.Annotation{
			Kind: annotation.Warning, Rank: -1, Title: w.Text("unread"), Text: fmt.Sprintf("%s (%s): %s", w.Said(u.GroupVersion), u.side, u.Reason),
		})
	}
	list.All = append(list.All, r.urgentAnnotations(w)...)
	for _, s := range r.Sections() {
		for _, l := range s.Lines() {
			list.All = append(list.All, r.annotate(l, w))
		}
	}
	return list
}

func (r *Report) closing(w language.Words) []string {
	lines := []string{cmp.Or(countsText(r.Summary.BySeverity, w), w.Text(r.noChanges())), r.Scope()}
	return append(lines, slice.Map(r.NotCompared, func(n diff.NotCompared) string {
		return w.Text("not-compared") + ": " + w.Said(n.What) + ": " + w.Said(n.Why)
	})...)
}

func (r *Report) urgentAnnotations(w language.Words) (list []annotation.Annotation) {
	if r.Subject != SubjectNotes {
		return nil
	}
	for _, n := range append(r.UrgentEntries(), action(r.Notes)...) {
		text := cmp.Or(firstWords(&n), page.Join(n.facts(wording{w}), "; ").Plain())
		if n.PR != 0 {
			text = strings.TrimSpace(text + " " + pullURL(n.Repository, n.PR))
		}
		list = append(list, annotation.Annotation{
			Kind: annotation.Warning, Rank: rule.Breaking.Rank(), Title: w.Text("section-urgent"), Text: text,
		})
	}
	return list
}

func (r *Report) annotate(l Line, w language.Words) annotation.Annotation {
	c := l.Change
	text := l.sentence(w)
	if l.Fields != nil {
		_, said := l.told(w)
		text = w.Text("fields-each", w.Count("fields", len(l.Fields)), c.short()) + said + ": " + strings.Join(l.Fields, ", ")
	}
	if apiVersion, kind, path, more := c.reach(); kind != "" && c.Schema != "" && l.Fields == nil {
		text += "\n" + strings.TrimRight(apiVersion+" "+kind+" "+path, " ")
		if more > 0 {
			text += " " + w.Count("and-kinds", more)
		}
	}
	if plan := c.plan(w); plan != "" {
		text += "\n" + plan
	}
	if r.hasNotes() {
		for i, n := range l.Notes {
			if i == manyNotes {
				break
			}
			if n.PR != 0 {
				text += "\n" + pullURL(n.Repository, n.PR)
			}
		}
	}
	return annotation.Annotation{
		Kind: annotation.KindOf(c.Severity), Rank: c.Severity.Rank(), Title: severityName(c.Severity, w) + " " + c.Rule, Text: text,
	}
}
