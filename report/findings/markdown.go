package findings

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// Markdown writes the report as GitHub-flavoured markdown, to be pasted as it is:
// a table a severity, strongest first. Within a limit, what there is no room for is
// left out by lines, the weakest first; see package budget.
func Markdown(w io.Writer, r *Report, o Options) error {
	m := markdownWriter{b: bufio.NewWriter(escape.NewLogWriter(w)), r: r, left: r.leftByFingerprint()}
	if o.Limit > 0 {
		m.page = &budget.Page{}
	}
	m.line(budget.Title, "# %s\n\n%s\n\n**%s.**\n", escape.Markdown(r.Title()), escape.Markdown(r.Scope()), escape.Markdown(r.verdict()))
	if m.page != nil {
		m.page.Notice()
	}
	m.unread()
	for _, s := range rule.FindingSeverities() {
		m.severity(s)
	}
	m.fixed()
	m.baseline()
	m.waived()
	m.warnings()
	m.account()
	if m.page != nil {
		// Nothing in it becomes a line that a log takes for a command.
		m.b.WriteString(m.page.Within(o.Limit, budget.English(cmp.Or(o.Whole, budget.WholeInJSON))))
	}
	return m.b.Flush()
}

type markdownWriter struct {
	b *bufio.Writer
	// page gathers a bounded report; one without bounds is written as it comes.
	page *budget.Page
	// text is the line that is being written.
	text []byte
	r    *Report
	// left tells why --fix did not touch a finding.
	left map[string]*Left
}

// What weighs how much in a bounded report: severities as in severityWeight, then
// the lists behind them.
const (
	weightAccount  budget.Weight = 950
	weightUnread   budget.Weight = 850
	weightWarnings budget.Weight = 120
	weightBaseline budget.Weight = 110
	weightFixed    budget.Weight = 100
	weightWaived   budget.Weight = 90
	// manyUnread is how many parts that could not be read are kept whatever comes:
	// where thousands could not, they must not take the place of breaking findings.
	manyUnread = 50
)

// severityWeight is 900 for breaking, and less by 100 for each weaker severity.
func severityWeight(s rule.Severity) budget.Weight { return budget.Weight(900 - 100*s.Rank()) }

// line writes something that cannot be divided.
func (m *markdownWriter) line(w budget.Weight, format string, args ...any) {
	m.text = fmt.Appendf(m.text[:0], format, args...)
	if m.page != nil {
		m.page.Line(w, string(m.text))
		return
	}
	_, _ = m.b.Write(m.text) // its error comes again from Flush
}

// heading begins a part; what stands between its title and its lines goes with it.
func (m *markdownWriter) heading(name, title, head string) {
	text := "\n## " + title + "\n\n" + head
	if m.page != nil {
		m.page.Heading(2, name, text)
		return
	}
	m.b.WriteString(text)
}

func (m *markdownWriter) unread() {
	unread := m.r.unread()
	if len(unread) == 0 {
		return
	}
	m.heading("Could not be read", "Could not be read", "Nothing here says that these are clean.\n\n")
	for i, u := range unread {
		weight := budget.Keep
		if i >= manyUnread {
			weight = weightUnread
		}
		m.line(weight, "- %s: %s\n", escape.Code(u.Place), escape.Markdown(u.Reason))
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
			m.heading(headline(s), fmt.Sprintf("%s: %d", headline(s), m.r.Summary.BySeverity[s]), "| place | object | what | instead | rule |\n| --- | --- | --- | --- | --- |\n")
			begun = true
		}
		what := escape.Markdown(f.Message)
		if f.Guess {
			what += " (a guess: the object was not seen whole)"
		}
		if o := origin(f); o != "" {
			what += " (" + escape.Markdown(o) + ")"
		}
		m.line(severityWeight(s), "| %s | %s | %s | %s | %s |\n", orDash(escape.Code(place(f))), orDash(escape.Markdown(object(f))), what, m.instead(f), escape.Code(f.Rule))
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
	m.heading("Fixed", "Fixed", "")
	for i := range m.r.Fixed {
		f := &m.r.Fixed[i]
		what := "wrote"
		if !f.Written {
			what = "would write"
		}
		m.line(weightFixed, "- %s: %s %s\n", escape.Code(place(&f.Finding)), what, escape.Code(f.Wrote))
	}
}

func (m *markdownWriter) baseline() {
	if b := m.r.Baseline; b != nil {
		m.heading("Baseline", "Baseline", "")
		m.line(weightBaseline, "%d new, %d known, %d gone; known findings do not count.\n", b.New, b.Known, b.Gone)
	}
}

func (m *markdownWriter) waived() {
	if len(m.r.Waived) == 0 {
		return
	}
	m.heading("Waived", "Waived", "| place | what | reason |\n| --- | --- | --- |\n")
	for i := range m.r.Waived {
		w := &m.r.Waived[i]
		m.line(weightWaived, "| %s | %s | %s |\n", orDash(escape.Code(place(&w.Finding))), escape.Markdown(w.Message), escape.Markdown(until(w)))
	}
}

func (m *markdownWriter) warnings() {
	if len(m.r.Warnings) == 0 {
		return
	}
	m.heading("Warnings", "Warnings", "")
	for _, w := range m.r.Warnings {
		m.line(weightWarnings, "- %s\n", escape.Markdown(warning(w)))
	}
}

func (m *markdownWriter) account() {
	m.heading("What was read", "What was read", "")
	for _, line := range m.r.account() {
		m.line(weightAccount, "- %s\n", escape.Markdown(line))
	}
	if len(m.r.Account.ByFile) > 0 {
		m.heading("What became of each file", "What became of each file", "")
	}
	for _, f := range m.r.Account.ByFile {
		m.line(weightWaived, "- %s\n", escape.Markdown(became(f)))
	}
}
