package findings

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/annotation"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Annotations returns the annotations of the report, in the order of their places.
func Annotations(r *Report) annotation.List {
	r = r.rooted()
	list := annotation.List{More: map[annotation.Kind]int{}, Title: r.Title(), Closing: append([]string{r.verdict()}, r.account()...)}
	for _, u := range r.unread() {
		list.All = append(list.All, annotation.Annotation{
			Kind: annotation.Warning, File: inRepository(u.File), Line: u.Line, Rank: -1, Title: "could not be read", Text: u.Place + " could not be read: " + u.Reason,
		})
	}
	of := map[rule.Severity]int{}
	for f := range slice.Each(r.Findings) {
		if of[f.Severity]++; of[f.Severity] > mostAnnotated {
			list.More[annotation.KindOf(f.Severity)]++
			continue
		}
		list.All = append(list.All, annotate(f))
	}
	for _, warning := range r.Warnings {
		list.All = append(list.All, annotation.Annotation{
			Kind: annotation.Notice, File: warning.File, Line: warning.Line, Rank: len(rule.FindingSeverities()), Title: "kubedelta", Text: warning.Text,
		})
	}
	return list
}

// mostAnnotated is the most annotations of a severity, far more than GitHub shows. The rest is
// counted.
const mostAnnotated = 1000

func annotate(f *finding.Finding) annotation.Annotation {
	text := told(f)
	for _, step := range f.Migration {
		text += "\n→ " + step
	}
	if f.Guess {
		text += "\n(" + guess + ")"
	}
	return annotation.Annotation{
		Kind: annotation.KindOf(f.Severity), File: inRepository(f.File), Line: f.Line, Column: f.Column, EndColumn: f.EndColumn,
		Rank: f.Severity.Rank(), Title: string(f.Severity) + " " + f.Rule, Text: text,
	}
}

// inRepository is the file of an annotation; "" for an object of a cluster.
func inRepository(file string) string {
	if ofCluster(file) {
		return ""
	}
	return file
}
