package findings

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/layout"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Text writes the report for a terminal, grouped by file.
func Text(w io.Writer, r *Report, o Options) error {
	t := textWriter{b: bufio.NewWriter(escape.NewLogWriter(w)), r: r, style: o.Style(), left: r.leftByFingerprint()}
	t.line("", t.style.Paint(layout.Bold, escape.Plain(r.Title())))
	t.line("", t.style.Paint(layout.Dim, escape.Plain(r.Scope())))
	fmt.Fprintln(t.b)
	t.line("", escape.Plain(r.verdict()))
	t.findings()
	t.fixed()
	t.known()
	t.waived()
	t.warnings()
	t.account()
	return t.b.Flush()
}

type textWriter struct {
	b     *bufio.Writer
	r     *Report
	style layout.Style
	left  map[string]*Left
}

// line writes a text behind a lead; where it takes several lines, the others
// begin below it, two columns further in.
func (t textWriter) line(lead, text string) {
	t.b.WriteString(t.style.Hang(lead, strings.Repeat(" ", layout.Columns(lead)+2), text))
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
	fmt.Fprintln(t.b)
	t.line("", t.style.Paint(layout.Bold, escape.Plain(title)))
}

// textIndent is where what belongs to a finding begins: behind its severity.
const textIndent = "               "

func (t textWriter) findings() {
	for i := range t.r.Findings {
		f := &t.r.Findings[i]
		if i == 0 || t.r.Findings[i-1].File != f.File {
			t.heading(fileName(f.File))
		}
		severity := t.style.Severity(f.Severity, fmt.Sprintf("%-11s", escape.Plain(string(f.Severity))))
		where := t.style.Paint(layout.Bold, escape.Plain(place(f)))
		t.b.WriteString(t.style.Hang("  "+severity+"  ", textIndent, where+"  "+escape.Plain(f.Message)))
		t.below(t.style.Paint(layout.Dim, escape.Plain(about(f))))
		if t.style.Wide {
			t.below(t.style.Paint(layout.Dim, "fingerprint "+escape.Plain(f.Fingerprint)))
		}
		t.excerpt(f)
		for _, step := range f.Remedy {
			t.line(textIndent, "→ "+escape.Plain(step))
		}
		if l := t.left[f.Fingerprint]; l != nil {
			t.below("not fixed: " + escape.Plain(l.Reason))
			for _, step := range l.Steps {
				t.line(textIndent+"  ", "- "+escape.Plain(step))
			}
		}
	}
}

// below writes a line under a finding.
func (t textWriter) below(text string) { t.b.WriteString(t.style.Hang(textIndent, textIndent, text)) }

// excerpt shows the line of the file with carets below what the finding points at.
func (t textWriter) excerpt(f *finding.Finding) {
	number := strconv.Itoa(f.Line)
	width, indent := t.style.Width, textIndent
	switch {
	case width <= 0:
		width = pipeWidth
	case t.style.Narrow(len(textIndent)):
		indent = "    "
	}
	e, ok := excerptOf(f, max(width-len(indent)-len(number)-3, leastExcerpt))
	if !ok {
		return
	}
	at, bar := e.At, t.style.Paint(layout.Dim, "|")
	if at != "" {
		at = t.style.Paint(layout.Bold, at)
	}
	fmt.Fprintf(t.b, "%s%s %s %s%s%s\n", indent, t.style.Paint(layout.Dim, number), bar, e.Before, at, e.Behind)
	if n := columns(e.At); n > 0 {
		carets := t.style.Severity(f.Severity, strings.Repeat("^", n))
		fmt.Fprintf(t.b, "%s%s %s %s%s\n", indent, strings.Repeat(" ", len(number)), bar, strings.Repeat(" ", columns(e.Before)), carets)
	}
}

// The widths of excerpts: where the output has none of its own, and the least that
// shows anything.
const (
	pipeWidth    = 100
	leastExcerpt = 24
)

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
		t.line("  ", escape.Plain(place(&f.Finding))+"  "+what+escape.Plain(f.Wrote)+": "+escape.Plain(f.Message))
	}
}

func (t textWriter) known() {
	b := t.r.Baseline
	if b == nil {
		return
	}
	t.heading("Baseline")
	t.line("  ", fmt.Sprintf("%d new, %d known, %d gone; known findings do not count", b.New, b.Known, b.Gone))
	for i := range t.r.Known {
		f := &t.r.Known[i]
		t.line("  ", "known  "+escape.Plain(place(f))+"  "+escape.Plain(f.Message))
	}
}

func (t textWriter) waived() {
	if len(t.r.Waived) == 0 {
		return
	}
	t.heading("Waived")
	for i := range t.r.Waived {
		f := &t.r.Waived[i]
		t.line("  ", escape.Plain(f.Fingerprint)+"  "+escape.Plain(place(&f.Finding))+"  "+escape.Plain(f.Message)+" – "+escape.Plain(until(f)))
	}
}

func (t textWriter) warnings() {
	if len(t.r.Warnings) == 0 {
		return
	}
	t.heading("Warnings")
	for _, w := range t.r.Warnings {
		t.line("  ", escape.Plain(warning(w)))
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
		t.line("  ", escape.Plain(line))
	}
	if len(t.r.Account.ByFile) > 0 {
		t.heading("What became of each file")
	}
	for _, f := range t.r.Account.ByFile {
		t.line("  ", escape.Plain(became(f)))
	}
	unread := t.r.unread()
	if len(unread) == 0 {
		return
	}
	t.heading("Could not be read: nothing here says that these are clean")
	for _, u := range unread {
		t.line("  ", escape.Plain(u.Place)+": "+escape.Plain(u.Reason))
	}
}
