package preflight

import (
	"fmt"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/report/escape"
)

// markdown writes GitHub-flavoured markdown, to be pasted into a ticket as it is:
// a step is a box to tick.
func markdown(w io.Writer, v *view, o Options) error {
	m := &markdownWriter{bounded: o.Limit > 0, limit: o.Limit - len(shedMarkdown)}
	level := "#"
	if v.fleet != nil {
		m.fleet(v.fleet)
		level = "##"
	}
	for _, r := range v.reports {
		m.report(r, level)
	}
	if m.shed > 0 {
		fmt.Fprintf(&m.b, shedMarkdown, m.shed)
	}
	_, err := io.WriteString(escape.NewLogWriter(w), m.b.String())
	return err
}

// shedMarkdown stands for the lines that had no place. Its length leaves room for
// the number.
const shedMarkdown = "\n%d lines more have no place here; `-o json` has all.\n"

type markdownWriter struct {
	b             strings.Builder
	bounded, full bool
	limit, shed   int
}

// line writes something that cannot be divided, unless there is no room for it:
// then nothing after it is written either.
func (m *markdownWriter) line(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if m.full || m.bounded && m.b.Len()+len(text) > m.limit {
		m.full = true
		m.shed++
		return
	}
	m.b.WriteString(text)
}

func (m *markdownWriter) fleet(f *Fleet) {
	m.line("# Upgrade preflight: %s\n\n| cluster | from | to | verdict | blockers | unknown | |\n| --- | --- | --- | --- | --: | --: | --- |\n", f.Verdict.word())
	for _, r := range f.Clusters {
		m.line("| %s | %s | %s | %s | %d | %d | %s |\n", orDash(escape.Markdown(r.Cluster.Name)), orDash(r.Cluster.Release.String()), orDash(r.Target.Release.String()),
			r.Verdict.word(), r.Summary.Blockers, r.Summary.Unknown, orDash(escape.Markdown(r.Unreachable)))
	}
	m.line("\n")
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

func (m *markdownWriter) report(r *Report, level string) {
	m.line("%s %s\n\n**%s**: %s\n\n", level, escape.Markdown(r.Title()), capital(r.Verdict.word()), escape.Markdown(r.answer()))
	for _, line := range r.about() {
		m.line("- %s: %s\n", line[0], escape.Markdown(line[1]))
	}
	m.blockers(r, level)
	if list := r.unseen(); len(list) > 0 && r.Unreachable == "" {
		m.line("\n%s# Could not be seen\n\nNothing here says that these are fine.\n\n", level)
		for i := range list {
			m.line("- %s: %s\n", orDash(escape.Code(list[i].What)), escape.Markdown(list[i].why()))
		}
	}
	m.plan(r, level)
	m.waived(r, level)
	if b := r.Baseline; b != nil {
		m.line("\n%s# Baseline\n\n%d new, %d known, %d gone; known findings do not fail the run.\n", level, b.New, b.Known, b.Gone)
	}
	m.rest(r, level)
}

func capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func (m *markdownWriter) blockers(r *Report, level string) {
	list := r.blockers()
	if len(list) == 0 {
		return
	}
	m.line("\n%s# Blockers\n\n| before | object | what | check | fingerprint |\n| --- | --- | --- | --- | --- |\n", level)
	for _, b := range list {
		what := escape.Markdown(b.item.Message)
		if b.known {
			what += " (known in the baseline)"
		}
		m.line("| %s | %s | %s | %s | %s |\n", orDash(escape.Markdown(b.before)), orDash(escape.Markdown(object(b.item))), orDash(what), orDash(escape.Code(b.check.ID)), orDash(escape.Code(b.item.Fingerprint)))
	}
}

func (m *markdownWriter) plan(r *Report, level string) {
	if len(r.Hops) == 0 {
		return
	}
	m.line("\n%s# Plan\n", level)
	for i := range r.Hops {
		h := &r.Hops[i]
		m.line("\n%s## %s: %s\n", level, escape.Markdown(h.Name()), ofHop(h.Verdict))
		last := ""
		for j := range h.Steps {
			s := &h.Steps[j]
			if head := heading(s); head != last {
				m.line("\n%s:\n\n", capital(head))
				last = head
			}
			m.step(s)
		}
	}
}

// step is a box to tick. What belongs to it is one unit: a step that is cut in two
// is none.
func (m *markdownWriter) step(s *plan.Step) {
	var b strings.Builder
	box := "[ ]"
	if s.Waived {
		box = "[x]"
	}
	fmt.Fprintf(&b, "- %s **%s** %s", box, escape.Markdown(s.ID), escape.Markdown(s.Title))
	for _, mark := range marks(s) {
		fmt.Fprintf(&b, " (%s)", mark)
	}
	fmt.Fprintf(&b, " · %s", escape.Markdown(string(s.Phase)))
	if code := escape.Code(s.Check); code != "" {
		b.WriteString(" · " + code)
	}
	for _, pr := range s.Notes {
		fmt.Fprintf(&b, " · [#%d](%s)", pr, noteURL(pr))
	}
	b.WriteString("\n")
	for i, o := range s.Objects {
		if i == maxShown {
			fmt.Fprintf(&b, "  - and %d more\n", len(s.Objects)-i)
			break
		}
		fmt.Fprintf(&b, "  - %s\n", orDash(escape.Code(stepObject(o))))
	}
	for _, remedy := range s.Remedy {
		fmt.Fprintf(&b, "  - → %s\n", escape.Markdown(remedy))
	}
	if code := escape.Code(instead(s)); code != "" {
		fmt.Fprintf(&b, "  - → write %s\n", code)
	}
	for _, c := range s.Commands {
		b.WriteString(fenced(c))
	}
	m.line("%s", b.String())
}

// fenced is a command in a block of its own inside a list, so that nothing in it
// is changed. The fence is longer than any run of backticks in it.
func fenced(command string) string {
	command = escape.Plain(command)
	fence := "```"
	for strings.Contains(command, fence) {
		fence += "`"
	}
	return "  " + fence + "sh\n  " + command + "\n  " + fence + "\n"
}

func (m *markdownWriter) waived(r *Report, level string) {
	if len(r.Waived) == 0 {
		return
	}
	m.line("\n%s# Waived\n\n| what | check | owner | reason | until |\n| --- | --- | --- | --- | --- |\n", level)
	for i := range r.Waived {
		w := &r.Waived[i]
		m.line("| %s | %s | %s | %s | %s |\n", orDash(escape.Markdown(sentence(&w.Item))), orDash(escape.Code(w.Check)), orDash(escape.Markdown(w.Owner)), orDash(escape.Markdown(w.Reason)), orDash(escape.Markdown(w.Expires)))
	}
}

func (m *markdownWriter) rest(r *Report, level string) {
	m.line("\n%s# What was looked at\n\n", level)
	for _, part := range []struct {
		word    string
		verdict preflight.Verdict
	}{{"Passed", preflight.Pass}, {"Not applicable", preflight.NotApplicable}} {
		if ids := r.of(part.verdict); len(ids) > 0 {
			m.line("- %s: %s\n", part.word, escape.Markdown(strings.Join(ids, ", ")))
		}
	}
	for _, n := range r.NotCovered {
		m.line("- %s\n", escape.Markdown(n))
	}
	if r.Redacted {
		m.line("- Names are masked.\n")
	}
	m.line("\n")
}
