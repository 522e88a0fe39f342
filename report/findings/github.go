package findings

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// maxAnnotations is what GitHub shows of each type and step; it drops the rest
// without a word.
const maxAnnotations = 10

// annotation is a workflow command of GitHub Actions that marks a line.
type annotation struct {
	kind                          string
	file                          string
	line, column, endColumn, rank int
	title, text                   string
}

// GitHub writes annotations for GitHub Actions, the strongest first, as many of
// each type as GitHub shows, and a notice that counts the others.
func GitHub(w io.Writer, r *Report, _ Options) error {
	var all []annotation
	for _, u := range r.unread() {
		all = append(all, annotation{kind: "warning", file: u.File, line: u.Line, rank: -1, title: "could not be read", text: u.Place + " could not be read: " + u.Reason})
	}
	for i := range r.Findings {
		all = append(all, annotate(&r.Findings[i]))
	}
	for _, warning := range r.Warnings {
		all = append(all, annotation{kind: "notice", file: warning.File, line: warning.Line, rank: len(rule.Severities()), title: "kubedelta", text: warning.Text})
	}
	slices.SortStableFunc(all, func(a, b annotation) int { return a.rank - b.rank })
	b := bufio.NewWriter(w)
	shown, left := map[string]int{}, map[string]int{}
	for _, a := range all {
		// The last notice is kept for what was left out.
		if room := maxAnnotations; shown[a.kind] == room || a.kind == "notice" && shown[a.kind] == room-1 {
			left[a.kind]++
			continue
		}
		shown[a.kind]++
		a.write(b)
	}
	fmt.Fprintf(b, "::notice title=%s::%s\n", escape.WorkflowProperty(r.Title()), escape.WorkflowData(closing(r, left)))
	return b.Flush()
}

// closing is the last notice: the verdict, what was read, and what GitHub would
// not have shown.
func closing(r *Report, left map[string]int) string {
	lines := []string{r.verdict()}
	for _, kind := range []string{"error", "warning", "notice"} {
		if left[kind] > 0 {
			lines = append(lines, "and "+count(left[kind], "more "+kind)+", which GitHub does not show here")
		}
	}
	return strings.Join(append(lines, r.account()...), "\n")
}

// annotationKind is the type of annotation of a severity.
func annotationKind(s rule.Severity) string {
	switch s {
	case rule.Breaking:
		return "error"
	case rule.Risky, rule.Deprecation:
		return "warning"
	default:
		return "notice"
	}
}

func annotate(f *finding.Finding) annotation {
	text := f.Message
	if o := object(f); o != "" {
		text = o + ": " + text
	}
	for _, step := range f.Remedy {
		text += "\n→ " + step
	}
	if f.Guess {
		text += "\n(a guess: the object was not seen whole)"
	}
	return annotation{
		kind: annotationKind(f.Severity), file: f.File, line: f.Line, column: f.Column, endColumn: f.EndColumn,
		rank: f.Severity.Rank(), title: string(f.Severity) + " " + f.Rule, text: text,
	}
}

// write writes the command. An annotation without a line is not shown beside the
// file, so one whose place is not known stands at its beginning.
func (a annotation) write(b *bufio.Writer) {
	var properties []string
	if a.file != "" && a.file != "-" {
		properties = append(properties, "file="+escape.WorkflowProperty(a.file), "line="+strconv.Itoa(max(a.line, 1)))
		if a.line > 0 && a.column > 0 {
			properties = append(properties, "col="+strconv.Itoa(a.column))
			if a.endColumn > a.column {
				properties = append(properties, "endColumn="+strconv.Itoa(a.endColumn))
			}
		}
	}
	properties = append(properties, "title="+escape.WorkflowProperty(a.title))
	fmt.Fprintf(b, "::%s %s::%s\n", a.kind, strings.Join(properties, ","), escape.WorkflowData(a.text))
}
