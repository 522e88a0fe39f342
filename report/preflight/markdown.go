package preflight

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/escape"
)

// markdown writes GitHub-flavoured markdown, to be pasted into a ticket as it is:
// a step is a box to tick.
func markdown(w io.Writer, v *view, o Options) error {
	m := &markdownWriter{}
	out := escape.NewLogWriter(w)
	level := "#"
	if v.fleet != nil {
		m.fleet(v.fleet)
		m.page.Notice()
		level = "##"
	}
	for r := range v.reports() {
		m.report(r, level)
		if o.Limit == 0 {
			// What has no bounds is written as it comes.
			if _, err := io.WriteString(out, m.page.String()); err != nil {
				return err
			}
			m.page = budget.Page{}
		}
	}
	_, err := io.WriteString(out, m.page.Within(o.Limit, budget.English(cmp.Or(o.Whole, budget.WholeInJSON))))
	return err
}

type markdownWriter struct{ page budget.Page }

// What weighs how much in a bounded report. The answer for each cluster is a title,
// and what blocks is kept; of the plan the first steps are.
const (
	weightUnseen     budget.Weight = 900
	weightAbout      budget.Weight = 850
	weightNotCovered budget.Weight = 700
	weightPlan       budget.Weight = 600
	weightBaseline   budget.Weight = 300
	weightWaived     budget.Weight = 200
	weightPassed     budget.Weight = 100
)

// line writes something that cannot be divided.
func (m *markdownWriter) line(w budget.Weight, format string, args ...any) {
	m.page.Line(w, fmt.Sprintf(format, args...))
}

// heading begins a part; what stands between its title and its lines goes with it.
func (m *markdownWriter) heading(level, name, head string) {
	m.page.Heading(len(level), name, "\n"+level+" "+name+"\n"+head)
}

func (m *markdownWriter) fleet(f *Fleet) {
	m.line(budget.Title, "# Upgrade preflight: %s\n", f.Verdict.word())
	m.page.Head("\n| cluster | from | to | verdict | blockers | unknown | |\n| --- | --- | --- | --- | --: | --: | --- |\n")
	for _, r := range f.Clusters {
		m.line(budget.Keep, "| %s | %s | %s | %s | %d | %d | %s |\n", orDash(escape.Markdown(r.Cluster.Name)), orDash(r.Cluster.Release.String()), orDash(r.target()),
			r.word(), r.Summary.Blockers, r.Summary.Unknown, orDash(escape.Markdown(r.Unreachable)))
	}
	m.line(budget.Keep, "\n")
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

func (m *markdownWriter) report(r *Report, level string) {
	m.page.Heading(len(level), escape.Markdown(r.Cluster.Name), level+" "+escape.Markdown(r.Title())+"\n\n")
	m.line(budget.Title, "**%s**: %s\n", capital(r.word()), escape.Markdown(r.answer()))
	if level == "#" {
		m.page.Notice()
	}
	m.line(weightAbout, "\n")
	for _, line := range r.about() {
		m.line(weightAbout, "- %s: %s\n", line[0], escape.Markdown(line[1]))
	}
	m.blockers(r, level)
	if list := r.unseen(); len(list) > 0 && r.Unreachable == "" {
		m.heading(level+"#", "Could not be seen", "\nNothing here says that these are fine.\n\n")
		for i := range list {
			m.line(weightUnseen, "- %s: %s\n", orDash(escape.Code(list[i].What)), escape.Markdown(list[i].why()))
		}
		for _, line := range r.advise() {
			m.line(weightUnseen, "\n%s\n", escape.Markdown(line))
		}
	}
	m.accepted(r, level)
	m.plan(r, level)
	m.waived(r, level)
	if b := r.Baseline; b != nil {
		m.heading(level+"#", "Baseline", "\n")
		m.line(weightBaseline, "%d new, %d known, %d gone; known findings do not fail the run.\n", b.New, b.Known, b.Gone)
	}
	m.rest(r, level)
}

func (m *markdownWriter) accepted(r *Report, level string) {
	if len(r.Accepted) == 0 {
		return
	}
	m.heading(level+"#", "Not seen, accepted", "\n")
	for i := range r.Accepted {
		a := &r.Accepted[i]
		m.line(weightUnseen, "- %s: %s\n", orDash(escape.Code(a.What)), escape.Markdown(acceptedWhy(a)))
	}
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
	m.heading(level+"#", "Blockers", "\n| before | object | what | check | fingerprint |\n| --- | --- | --- | --- | --- |\n")
	for _, b := range list {
		what := escape.Markdown(b.item.Message)
		if b.known {
			what += " (known in the baseline)"
		}
		m.line(budget.Keep, "| %s | %s | %s | %s | %s |\n", orDash(escape.Markdown(b.before)), orDash(escape.Markdown(object(b.item))), orDash(what), orDash(escape.Code(b.check.ID)), orDash(escape.Code(b.item.Fingerprint)))
	}
}

func (m *markdownWriter) plan(r *Report, level string) {
	if len(r.Hops) == 0 {
		return
	}
	m.heading(level+"#", "Plan", "")
	for i := range r.Hops {
		h := &r.Hops[i]
		m.heading(level+"##", escape.Markdown(h.Name())+": "+ofHop(h.Verdict), "")
		last := ""
		for j := range h.Steps {
			s := &h.Steps[j]
			if head := heading(s); head != last {
				m.page.Head(fmt.Sprintf("\n%s:\n\n", capital(head)))
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
	m.line(weightPlan, "%s", b.String())
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
	m.heading(level+"#", "Waived", "\n| what | check | owner | reason | until |\n| --- | --- | --- | --- | --- |\n")
	for i := range r.Waived {
		w := &r.Waived[i]
		m.line(weightWaived, "| %s | %s | %s | %s | %s |\n", orDash(escape.Markdown(sentence(&w.Item))), orDash(escape.Code(w.Check)), orDash(escape.Markdown(w.Owner)), orDash(escape.Markdown(w.Reason)), orDash(escape.Markdown(w.Expires)))
	}
}

func (m *markdownWriter) rest(r *Report, level string) {
	m.heading(level+"#", "What was looked at", "\n")
	whole, inPart := r.passed()
	for _, part := range []struct {
		word string
		ids  []string
	}{{"Passed", whole}, {passedInPart, inPart}, {"Not applicable", r.of(preflight.NotApplicable)}} {
		if len(part.ids) > 0 {
			m.line(weightPassed, "- %s: %s\n", part.word, escape.Markdown(strings.Join(part.ids, ", ")))
		}
	}
	for _, n := range r.NotCovered {
		m.line(weightNotCovered, "- %s\n", escape.Markdown(n))
	}
	if r.Redacted {
		m.line(weightAbout, "- Names are masked.\n")
	}
	m.line(weightPassed, "\n")
}
