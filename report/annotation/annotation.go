// Package annotation writes workflow commands of GitHub Actions that annotate lines of files, or a
// run.
//
// It owns their form, their order and their number: GitHub silently drops annotations above its
// limits, so the most severe come first, and the last one counts the rest. It must not know what
// they are about.
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
	return cmp.Or(map[rule.Severity]Kind{rule.Breaking: Error, rule.Risky: Warning, rule.Deprecation: Warning}[s], Notice)
}

// Annotation annotates a line, or the run. Its texts are not escaped.
type Annotation struct {
	Kind Kind
	// File is relative to the root of the repository; "" or "-" for none.
	File                    string
	Line, Column, EndColumn int
	// Rank is the order of annotations, the lowest first.
	Rank        int
	Title, Text string
}

// List is the annotations of a report.
type List struct {
	All []Annotation
	// More counts annotations that are not in All. They are less severe or later than those of
	// their type.
	More map[Kind]int
	// Title and Closing are the last notice. Closing is the verdict, with a line for each part.
	Title   string
	Closing []string
}

// Room is the most annotations of each type, and of all.
type Room struct{ PerType, Total int }

// Step is the room of a step if no other step of its job writes annotations.
func Step() Room { return Room{PerType: budget.AnnotationsPerType, Total: budget.AnnotationsPerJob} }

// WriteStep writes the annotations of a step if no other step of its job writes any.
func (l List) WriteStep(w io.Writer) error {
	_, err := l.Write(w, Step())
	return err
}

// Write writes the first annotations by rank, and a notice that counts the rest. It returns the
// number of written annotations.
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

// fit returns the annotations to show, and counts the rest. It keeps room for the last notice.
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

// closing is the text of the last notice, with the counts of what is not shown.
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

// GitHub shows only annotations with a line beside the file, so the default is the first line.
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
