package preflight

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/layout"
)

// maxShown bounds the objects and the blockers that a list for people shows; JSON
// has all.
const maxShown = 20

// text writes the report for a terminal: the verdict and what stands in the way
// first, then the plan, then what is behind them.
func text(w io.Writer, v *view, o Options) error {
	t := &textWriter{b: bufio.NewWriter(escape.NewLogWriter(w)), style: o.Style(), most: maxShown}
	if o.Wide {
		t.most = math.MaxInt
	}
	if t.style.Width <= 0 {
		t.style.Width = 80
	}
	if v.fleet != nil {
		t.fleet(v.fleet)
	}
	for r := range v.reports() {
		if v.fleet != nil {
			fmt.Fprintf(t.b, "\n%s\n\n", strings.Repeat("─", t.style.Width))
		}
		t.report(r)
	}
	return t.b.Flush()
}

type textWriter struct {
	b     *bufio.Writer
	style layout.Style
	// most is how many objects and blockers a list shows.
	most int
}

func colourOf(v Verdict) string {
	switch v {
	case Ready:
		return layout.Green
	case NotReady:
		return layout.Red
	default:
		return layout.Yellow
	}
}

// wrapped writes a text in lines of the terminal's width: first before the first
// one, rest before the others.
func (t *textWriter) wrapped(first, rest, text string) {
	t.b.WriteString(t.style.Hang(first, rest, strings.Join(strings.Fields(escape.Plain(text)), " ")))
}

func (t *textWriter) heading(title string) {
	fmt.Fprintln(t.b)
	t.b.WriteString(t.style.Hang("", "  ", t.style.Paint(layout.Bold, escape.Plain(title))))
}

func (t *textWriter) fleet(f *Fleet) {
	fmt.Fprintf(t.b, "%s: %d clusters\n\n", t.style.Paint(colourOf(f.Verdict)+";"+layout.Bold, strings.ToUpper(f.Verdict.word())), len(f.Clusters))
	for _, r := range f.Clusters {
		verdict := fmt.Sprintf("%-9s", r.word())
		t.wrapped("  "+t.style.Paint(colourOf(r.Verdict), verdict)+"  ", strings.Repeat(" ", 13), r.Title()+": "+r.answer())
	}
}

func (t *textWriter) report(r *Report) {
	fmt.Fprintf(t.b, "%s ", t.style.Paint(colourOf(r.Verdict)+";"+layout.Bold, strings.ToUpper(r.word())))
	t.wrapped("", "  ", r.Title())
	t.wrapped("  ", "  ", r.answer())
	fmt.Fprintln(t.b)
	for _, line := range r.about() {
		t.wrapped(t.style.Paint(layout.Dim, fmt.Sprintf("%-9s", line[0])), strings.Repeat(" ", 9), line[1])
	}
	t.blockers(r)
	t.unseen(r)
	t.accepted(r)
	t.plan(r)
	t.advice(r)
	t.waived(r)
	t.baseline(r)
	t.rest(r)
}

func (t *textWriter) blockers(r *Report) {
	list := r.blockers()
	if len(list) == 0 {
		return
	}
	t.heading(fmt.Sprintf("Blockers (%d)", len(list)))
	for i, b := range list {
		if i == t.most {
			fmt.Fprintf(t.b, "  … and %d more; the plan and -o json have all\n", len(list)-i)
			return
		}
		text := sentence(b.item)
		if b.before != "" {
			text = "before " + b.before + ": " + text
		}
		if b.known {
			text += " (known in the baseline)"
		}
		t.wrapped("  "+t.style.Paint(layout.Red, "✗")+" ", "    ", text)
		t.wrapped("    ", "    ", b.check.ID+" · "+string(b.item.Severity)+" · "+b.item.Fingerprint)
	}
}

func (t *textWriter) unseen(r *Report) {
	list := r.unseen()
	if len(list) == 0 || r.Unreachable != "" {
		return
	}
	t.heading("Could not be seen: nothing here says that these are fine")
	for i := range list {
		t.wrapped("  "+t.style.Paint(layout.Yellow, "?")+" ", "    ", list[i].What+": "+list[i].why())
	}
	for _, line := range r.advise() {
		t.wrapped("  ", "  ", line)
	}
}

func (t *textWriter) accepted(r *Report) {
	if len(r.Accepted) == 0 {
		return
	}
	t.heading("Not seen, accepted")
	for i := range r.Accepted {
		t.wrapped("  ", "    ", r.Accepted[i].What+": "+acceptedWhy(&r.Accepted[i]))
	}
}

func (t *textWriter) plan(r *Report) {
	if len(r.Hops) == 0 {
		return
	}
	t.heading("Plan")
	for i := range r.Hops {
		h := &r.Hops[i]
		if i > 0 {
			fmt.Fprintln(t.b)
		}
		fmt.Fprintf(t.b, "  %s  %s\n", t.style.Paint(layout.Bold, escape.Plain(h.Name())), ofHop(h.Verdict))
		last := ""
		for j := range h.Steps {
			s := &h.Steps[j]
			if head := heading(s); head != last {
				fmt.Fprintf(t.b, "    %s\n", t.style.Paint(layout.Dim, head))
				last = head
			}
			t.step(s)
		}
	}
}

func (t *textWriter) step(s *plan.Step) {
	id := fmt.Sprintf("%-5s", escape.Plain(s.ID))
	title := s.Title
	if m := marks(s); len(m) > 0 {
		title += " (" + strings.Join(m, "; ") + ")"
	}
	const indent = "           "
	t.wrapped("      "+id, indent, title)
	for i, o := range s.Objects {
		if i == t.most {
			fmt.Fprintf(t.b, "%s… and %d more\n", indent, len(s.Objects)-i)
			break
		}
		t.wrapped(indent+"· ", indent+"  ", stepObject(o))
	}
	for _, remedy := range s.Remedy {
		t.wrapped(indent+"→ ", indent+"  ", remedy)
	}
	if write := instead(s); write != "" {
		t.wrapped(indent+"→ ", indent+"  ", "write "+write)
	}
	for _, c := range s.Commands {
		// A command that is broken over lines is another command: the terminal wraps
		// it, and copies it whole.
		lead := indent
		if t.style.Narrow(len(indent)) {
			lead = "    "
		}
		fmt.Fprintf(t.b, "%s$ %s\n", lead, escape.Plain(c))
	}
	about := []string{string(s.Phase)}
	if s.Check != "" {
		about = append(about, s.Check)
	}
	for _, pr := range s.Notes {
		about = append(about, fmt.Sprintf("#%d", pr))
	}
	t.wrapped(indent, indent, strings.Join(about, " · "))
}

// advice says how the checks ended that are not required and failed: their steps
// are in the plan.
func (t *textWriter) advice(r *Report) {
	var ids []string
	for i := range r.Checks {
		if c := &r.Checks[i]; !c.Required && c.Verdict == preflight.Fail {
			ids = append(ids, c.ID)
		}
	}
	if len(ids) > 0 {
		t.heading("Advice")
		t.wrapped("  ", "  ", "These checks failed, and are not required: "+strings.Join(ids, ", "))
	}
}

func (t *textWriter) waived(r *Report) {
	if len(r.Waived) == 0 {
		return
	}
	t.heading("Waived")
	for i := range r.Waived {
		w := &r.Waived[i]
		t.wrapped("  ", "    ", sentence(&w.Item))
		t.wrapped("    ", "    ", fmt.Sprintf("%s · %s · %s until %s: %s", w.Check, w.Fingerprint, w.Owner, w.Expires, w.Reason))
	}
}

func (t *textWriter) baseline(r *Report) {
	if b := r.Baseline; b != nil {
		t.heading("Baseline")
		t.wrapped("  ", "  ", fmt.Sprintf("%d new, %d known, %d gone; known findings do not fail the run", b.New, b.Known, b.Gone))
	}
}

// rest closes every report: what passed, what did not apply, what is not covered.
func (t *textWriter) rest(r *Report) {
	t.heading("What was looked at")
	whole, inPart := r.passed()
	if len(whole) > 0 {
		t.wrapped("  ", "  ", "Passed: "+strings.Join(whole, ", "))
	}
	if len(inPart) > 0 {
		t.wrapped("  ", "  ", passedInPart+": "+strings.Join(inPart, ", "))
	}
	if ids := r.of(preflight.NotApplicable); len(ids) > 0 {
		t.wrapped("  ", "  ", "Not applicable: "+strings.Join(ids, ", "))
	}
	for _, n := range r.NotCovered {
		t.wrapped("  ", "  ", n)
	}
	if r.Redacted {
		t.wrapped("  ", "  ", "Names are masked.")
	}
}
