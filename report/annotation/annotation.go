// Package annotation writes workflow commands of GitHub Actions that mark lines of
// files, or a run as a whole.
//
// It owns their form, their order, and how many there is room for: GitHub drops
// the rest without a word, so the strongest come first and the last says what is
// missing. It must not know what they are about.
package annotation

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/escape"
)

// Kind is the type of an annotation.
type Kind string

// The types.
const (
	Error   Kind = "error"
	Warning Kind = "warning"
	Notice  Kind = "notice"
)

// KindOf is the type for a severity.
func KindOf(s rule.Severity) Kind {
	switch s {
	case rule.Breaking:
		return Error
	case rule.Risky, rule.Deprecation:
		return Warning
	default:
		return Notice
	}
}

// Annotation marks a line, or nothing in particular. Its texts are not escaped.
type Annotation struct {
	Kind Kind
	// File is relative to the root of the repository; "" or "-" for none.
	File                    string
	Line, Column, EndColumn int
	// Rank orders annotations, the lowest first.
	Rank        int
	Title, Text string
}

// List are the annotations of a report.
type List struct {
	All []Annotation
	// More counts those that are not in All, weaker or later than those of their type.
	More map[Kind]int
	// Title and Closing are the last notice: the verdict, a line each.
	Title   string
	Closing []string
}

// Room is how many annotations there is place for.
type Room struct{ PerType, Total int }

// Step is the room of a step that is the only one of its job to annotate.
func Step() Room { return Room{PerType: budget.AnnotationsPerType, Total: budget.AnnotationsPerJob} }

// Write writes the strongest, as many as there is room for, and the notice that
// counts the others. It returns how many that were.
func (l List) Write(w io.Writer, room Room) (written int, err error) {
	shown, left := l.fit(room)
	var b strings.Builder
	for i := range shown {
		shown[i].write(&b)
	}
	if room.Total > 0 && room.PerType > 0 {
		last := Annotation{Kind: Notice, Title: l.Title, Text: l.closing(left)}
		last.write(&b)
		shown = append(shown, last)
	}
	_, err = io.WriteString(w, b.String())
	return len(shown), err
}

// fit chooses what is shown, and counts what is not. The last notice is kept for
// the closing words.
func (l List) fit(room Room) (shown []Annotation, left map[Kind]int) {
	all := slices.Clone(l.All)
	slices.SortStableFunc(all, func(a, b Annotation) int { return cmp.Compare(a.Rank, b.Rank) })
	of := map[Kind]int{Notice: 1}
	left = map[Kind]int{}
	maps.Copy(left, l.More)
	for _, a := range all {
		if of[a.Kind] >= room.PerType || len(shown) >= room.Total-1 {
			left[a.Kind]++
			continue
		}
		of[a.Kind]++
		shown = append(shown, a)
	}
	return shown, left
}

// closing is the text of the last notice, with what GitHub would not have shown.
func (l List) closing(left map[Kind]int) string {
	var more []string
	for _, kind := range []Kind{Error, Warning, Notice} {
		if left[kind] > 0 {
			more = append(more, "and "+rule.Count(left[kind], "more "+string(kind))+", which GitHub does not show here")
		}
	}
	if len(l.Closing) == 0 {
		return strings.Join(more, "\n")
	}
	return strings.Join(slices.Concat(l.Closing[:1], more, l.Closing[1:]), "\n")
}

// write writes the command. An annotation without a line is not shown beside the
// file, so one whose place is not known stands at its beginning.
func (a Annotation) write(b *strings.Builder) {
	var properties []string
	if a.File != "" && a.File != "-" {
		properties = append(properties, "file="+escape.WorkflowProperty(a.File), "line="+strconv.Itoa(max(a.Line, 1)))
		if a.Line > 0 && a.Column > 0 {
			properties = append(properties, "col="+strconv.Itoa(a.Column))
			if a.EndColumn > a.Column {
				properties = append(properties, "endColumn="+strconv.Itoa(a.EndColumn))
			}
		}
	}
	properties = append(properties, "title="+escape.WorkflowProperty(a.Title))
	fmt.Fprintf(b, "::%s %s::%s\n", a.Kind, strings.Join(properties, ","), escape.WorkflowData(a.Text))
}
