package findings

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Markdown writes the report as GitHub-flavoured markdown, to be pasted as it is:
// a table a severity, strongest first.
func Markdown(w io.Writer, r *Report, o Options) error {
	m := markdownWriter{b: bufio.NewWriter(escape.NewLogWriter(w)), r: r, left: r.leftByFingerprint(), bounded: o.Limit > 0, limit: o.Limit}
	account := m.account()
	m.limit -= len(account) + len(shedMarkdown)
	m.line("# %s\n\n%s\n\n**%s.**\n", escape.Markdown(r.Title()), escape.Markdown(r.Scope()), escape.Markdown(r.verdict()))
	m.unread()
	for _, s := range rule.Severities() {
		m.severity(s)
	}
	m.fixed()
	m.baseline()
	m.waived()
	m.warnings()
	if m.shed > 0 {
		fmt.Fprintf(m.b, shedMarkdown, m.shed)
	}
	m.b.WriteString(account)
	return m.b.Flush()
}

// shedMarkdown stands for the lines that had no place. Its length leaves room for
// the number.
const shedMarkdown = "\n%d lines more have no place here: the weakest findings and the lists behind them. `-o json` has all.\n"

type markdownWriter struct {
	b *bufio.Writer
	// text is the line that is being written, written how much there is before it.
	text    []byte
	written int
	r       *Report
	// left tells why --fix did not touch a finding.
	left map[string]*Left
	// bounded: limit bounds the bytes. full: something had no room, shed counts what.
	bounded, full bool
	limit, shed   int
}

// line writes something that cannot be divided, unless there is no room for it.
// After the first that was left out no other is written: what is shown is a
// beginning, not a choice.
func (m *markdownWriter) line(format string, args ...any) {
	m.text = fmt.Appendf(m.text[:0], format, args...)
	if m.full || m.bounded && m.written+len(m.text) > m.limit {
		m.full = true
		m.shed++
		return
	}
	m.written += len(m.text)
	_, _ = m.b.Write(m.text) // its error comes again from Flush
}

func (m *markdownWriter) unread() {
	unread := m.r.unread()
	if len(unread) == 0 {
		return
	}
	m.line("\n## Could not be read\n\nNothing here says that these are clean.\n\n")
	for _, u := range unread {
		m.line("- %s: %s\n", escape.Code(u.Place), escape.Markdown(u.Reason))
	}
}

func (m *markdownWriter) severity(s rule.Severity) {
	begun := false
	for i := range m.r.Findings {
		f := &m.r.Findings[i]
		if f.Severity != s {
			continue
		}
		if !begun {
			m.line("\n## %s: %d\n\n| place | object | what | instead | rule |\n| --- | --- | --- | --- | --- |\n", headline(s), m.r.Summary.BySeverity[s])
			begun = true
		}
		what := escape.Markdown(f.Message)
		if f.Guess {
			what += " (a guess: the object was not seen whole)"
		}
		if o := origin(f); o != "" {
			what += " (" + escape.Markdown(o) + ")"
		}
		m.line("| %s | %s | %s | %s | %s |\n", orDash(escape.Code(place(f))), orDash(escape.Markdown(object(f))), what, m.instead(f), escape.Code(f.Rule))
	}
}

// headline begins a severity's name with a capital.
func headline(s rule.Severity) string { return strings.ToUpper(string(s[:1])) + string(s[1:]) }

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// instead is the remedy, or at least the replacement, and why --fix left it.
func (m *markdownWriter) instead(f *finding.Finding) string {
	var steps []string
	for _, step := range f.Remedy {
		steps = append(steps, escape.Markdown(step))
	}
	if code := escape.Code(instead(f)); code != "" && len(steps) == 0 {
		steps = append(steps, code)
	}
	if l := m.left[f.Fingerprint]; l != nil {
		steps = append(steps, escape.Markdown("not fixed: "+l.Reason))
		for _, step := range l.Steps {
			steps = append(steps, escape.Markdown("– "+step))
		}
	}
	return orDash(strings.Join(steps, "<br>"))
}

func (m *markdownWriter) fixed() {
	if len(m.r.Fixed) == 0 {
		return
	}
	m.line("\n## Fixed\n\n")
	for i := range m.r.Fixed {
		f := &m.r.Fixed[i]
		what := "wrote"
		if !f.Written {
			what = "would write"
		}
		m.line("- %s: %s %s\n", escape.Code(place(&f.Finding)), what, escape.Code(f.Wrote))
	}
}

func (m *markdownWriter) baseline() {
	if b := m.r.Baseline; b != nil {
		m.line("\n## Baseline\n\n%d new, %d known, %d gone; known findings do not count.\n", b.New, b.Known, b.Gone)
	}
}

func (m *markdownWriter) waived() {
	if len(m.r.Waived) == 0 {
		return
	}
	m.line("\n## Waived\n\n| place | what | reason |\n| --- | --- | --- |\n")
	for i := range m.r.Waived {
		w := &m.r.Waived[i]
		m.line("| %s | %s | %s |\n", orDash(escape.Code(place(&w.Finding))), escape.Markdown(w.Message), escape.Markdown(until(w)))
	}
}

func (m *markdownWriter) warnings() {
	if len(m.r.Warnings) == 0 {
		return
	}
	m.line("\n## Warnings\n\n")
	for _, w := range m.r.Warnings {
		m.line("- %s\n", escape.Markdown(warning(w)))
	}
}

func (m *markdownWriter) account() string {
	var b strings.Builder
	b.WriteString("\n## What was read\n\n")
	for _, line := range m.r.account() {
		fmt.Fprintf(&b, "- %s\n", escape.Markdown(line))
	}
	return b.String()
}
