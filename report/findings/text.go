package findings

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Text writes the report for a terminal, grouped by file.
func Text(w io.Writer, r *Report, o Options) error {
	t := textWriter{b: bufio.NewWriter(escape.NewLogWriter(w)), r: r, o: o, left: r.leftByFingerprint()}
	fmt.Fprintf(t.b, "%s\n%s\n\n%s\n", o.paint(bold, escape.Plain(r.Title())), o.paint(dim, escape.Plain(r.Scope())), r.verdict())
	t.findings()
	t.fixed()
	t.known()
	t.waived()
	t.warnings()
	t.account()
	return t.b.Flush()
}

type textWriter struct {
	b    *bufio.Writer
	r    *Report
	o    Options
	left map[string]*Left
}

// leftByFingerprint looks up why --fix did not touch a finding.
func (r *Report) leftByFingerprint() map[string]*Left {
	m := make(map[string]*Left, len(r.Left))
	for i := range r.Left {
		m[r.Left[i].Fingerprint] = &r.Left[i]
	}
	return m
}

func (t textWriter) heading(title string) {
	if title == "" { // what is in no file
		fmt.Fprintln(t.b)
		return
	}
	fmt.Fprintf(t.b, "\n%s\n", t.o.paint(bold, escape.Plain(title)))
}

// textIndent is where what belongs to a finding begins: behind its severity.
const textIndent = "               "

func (t textWriter) findings() {
	for i := range t.r.Findings {
		f := &t.r.Findings[i]
		if i == 0 || t.r.Findings[i-1].File != f.File {
			t.heading(fileName(f.File))
		}
		severity := t.o.paint(colourOf(f.Severity), fmt.Sprintf("%-11s", escape.Plain(string(f.Severity))))
		fmt.Fprintf(t.b, "  %s  %s  %s\n", severity, t.o.paint(bold, escape.Plain(place(f))), escape.Plain(f.Message))
		fmt.Fprintf(t.b, "%s%s\n", textIndent, t.o.paint(dim, escape.Plain(about(f))))
		t.excerpt(f)
		for _, step := range f.Remedy {
			fmt.Fprintf(t.b, "%s→ %s\n", textIndent, escape.Plain(step))
		}
		if l := t.left[f.Fingerprint]; l != nil {
			fmt.Fprintf(t.b, "%snot fixed: %s\n", textIndent, escape.Plain(l.Reason))
			for _, step := range l.Steps {
				fmt.Fprintf(t.b, "%s  - %s\n", textIndent, escape.Plain(step))
			}
		}
	}
}

// excerpt shows the line of the file with carets below what the finding points at.
func (t textWriter) excerpt(f *finding.Finding) {
	number := strconv.Itoa(f.Line)
	width := t.o.Width
	if width <= 0 {
		width = 100
	}
	e, ok := excerptOf(f, max(width-len(textIndent)-len(number)-3, 40))
	if !ok {
		return
	}
	at, bar := e.At, t.o.paint(dim, "|")
	if at != "" {
		at = t.o.paint(bold, at)
	}
	fmt.Fprintf(t.b, "%s%s %s %s%s%s\n", textIndent, t.o.paint(dim, number), bar, e.Before, at, e.Behind)
	if n := columns(e.At); n > 0 {
		carets := t.o.paint(colourOf(f.Severity), strings.Repeat("^", n))
		fmt.Fprintf(t.b, "%s%s %s %s%s\n", textIndent, strings.Repeat(" ", len(number)), bar, strings.Repeat(" ", columns(e.Before)), carets)
	}
}

func (t textWriter) fixed() {
	if len(t.r.Fixed) == 0 {
		return
	}
	t.heading("Fixed")
	for i := range t.r.Fixed {
		f := &t.r.Fixed[i]
		what := "wrote "
		if !f.Written {
			what = "would write "
		}
		fmt.Fprintf(t.b, "  %s  %s%s: %s\n", escape.Plain(place(&f.Finding)), what, escape.Plain(f.Wrote), escape.Plain(f.Message))
	}
}

func (t textWriter) known() {
	b := t.r.Baseline
	if b == nil {
		return
	}
	t.heading("Baseline")
	fmt.Fprintf(t.b, "  %d new, %d known, %d gone; known findings do not count\n", b.New, b.Known, b.Gone)
	for i := range t.r.Known {
		f := &t.r.Known[i]
		fmt.Fprintf(t.b, "  known  %s  %s\n", escape.Plain(place(f)), escape.Plain(f.Message))
	}
}

func (t textWriter) waived() {
	if len(t.r.Waived) == 0 {
		return
	}
	t.heading("Waived")
	for i := range t.r.Waived {
		f := &t.r.Waived[i]
		fmt.Fprintf(t.b, "  %s  %s  %s – %s\n", escape.Plain(f.Fingerprint), escape.Plain(place(&f.Finding)), escape.Plain(f.Message), escape.Plain(until(f)))
	}
}

func (t textWriter) warnings() {
	if len(t.r.Warnings) == 0 {
		return
	}
	t.heading("Warnings")
	for _, w := range t.r.Warnings {
		fmt.Fprintf(t.b, "  %s\n", escape.Plain(warning(w)))
	}
}

// warning writes a warning with its place, if it has one.
func warning(w finding.Warning) string {
	if w.File == "" {
		return w.Text
	}
	return place(&finding.Finding{File: w.File, Line: w.Line}) + ": " + w.Text
}

// account closes every report, a clean one above all.
func (t textWriter) account() {
	t.heading("What was read")
	for _, line := range t.r.account() {
		fmt.Fprintf(t.b, "  %s\n", escape.Plain(line))
	}
	unread := t.r.unread()
	if len(unread) == 0 {
		return
	}
	t.heading("Could not be read: nothing here says that these are clean")
	for _, u := range unread {
		fmt.Fprintf(t.b, "  %s: %s\n", escape.Plain(u.Place), escape.Plain(u.Reason))
	}
}
