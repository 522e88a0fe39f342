package preflight

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"iter"
	"strings"

	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/page"
)

//go:embed page.html
var body string

// html writes one page that needs nothing else: no script, no other file, light or
// dark as the reader has it.
func html(w io.Writer, v *view) error {
	t, err := template.New("page").Parse(body)
	if err != nil {
		return err
	}
	return t.Execute(w, newPage(v))
}

// The values of the page. All texts have gone through escape.Plain: html/template
// escapes markup, but lets through what turns the direction of writing.
type (
	htmlPage struct {
		Head        template.HTML
		Title, Tool string
		Fleet       *htmlFleet
		Reports     iter.Seq2[int, htmlReport]
	}
	htmlFleet struct {
		Verdict, Class string
		Clusters       []htmlRow
	}
	htmlRow struct {
		Title, Verdict, Class, Answer string
		NBlockers, Unknown            int
	}
	htmlReport struct {
		htmlRow
		Counts           string
		About            [][2]string
		Blockers         []htmlBlocker
		Unseen, Accepted []htmlUnseen
		Advise           []string
		Hops             []htmlHop
		Waived           []htmlWaived
		Baseline         *findings.Baseline
		Checks           []htmlCheck
		NotCovered       []string
	}
	htmlBlocker struct {
		Severity, Before, Text, Check, Fingerprint string
		Known                                      bool
	}
	htmlUnseen struct{ What, Why string }
	htmlHop    struct {
		Name, Class, Verdict string
		Steps                []htmlStep
	}
	htmlStep struct {
		Heading, Need, ID, Title, Tag string
		Waived                        bool
		Objects, Remedy, Commands     []string
	}
	htmlWaived struct{ Text, By string }
	htmlCheck  struct{ ID, Verdict, Required, Title, Why string }
)

func newPage(v *view) htmlPage {
	p := htmlPage{Title: "Upgrade preflight", Tool: escape.Plain(strings.TrimSpace(v.tool.Name + " " + v.tool.Version))}
	p.Reports = func(yield func(int, htmlReport) bool) {
		n := 0
		for r := range v.reports() {
			if !yield(n, htmlOf(r)) {
				return
			}
			n++
		}
	}
	if v.fleet == nil {
		p.Title += ": " + escape.Plain(v.one.Title())
	} else {
		p.Fleet = &htmlFleet{Verdict: capital(v.fleet.Verdict.word()), Class: class(v.fleet.Verdict)}
		for _, r := range v.fleet.Clusters {
			p.Fleet.Clusters = append(p.Fleet.Clusters, htmlRowOf(r))
		}
	}
	p.Head, _ = page.Head{Language: "en", Title: p.Title}.HTML()
	return p
}

// class is the class of a verdict in the page's style.
func class(v Verdict) string {
	switch v {
	case Ready, NotReady:
		return string(v)
	default:
		return string(Unknown)
	}
}

func htmlRowOf(r *Report) htmlRow {
	return htmlRow{
		Title: escape.Plain(r.Title()), Verdict: capital(r.word()), Class: class(r.Verdict), Answer: escape.Plain(r.answer()),
		NBlockers: r.Summary.Blockers, Unknown: r.Summary.Unknown,
	}
}

func htmlOf(r *Report) htmlReport {
	h := htmlReport{htmlRow: htmlRowOf(r), Counts: r.counts(), Baseline: r.Baseline, NotCovered: plainAll(r.NotCovered)}
	for _, line := range r.about() {
		h.About = append(h.About, [2]string{line[0], escape.Plain(line[1])})
	}
	for _, b := range r.blockers() {
		h.Blockers = append(h.Blockers, htmlBlocker{
			escape.Plain(string(b.item.Severity)), escape.Plain(b.before), escape.Plain(sentence(b.item)), escape.Plain(b.check.ID), escape.Plain(b.item.Fingerprint), b.known,
		})
	}
	if list := r.unseen(); r.Unreachable == "" {
		for i := range list {
			h.Unseen = append(h.Unseen, htmlUnseen{escape.Plain(list[i].What), escape.Plain(list[i].why())})
		}
	}
	if r.Unreachable == "" {
		h.Advise = plainAll(r.advise())
	}
	for i := range r.Accepted {
		h.Accepted = append(h.Accepted, htmlUnseen{escape.Plain(r.Accepted[i].What), escape.Plain(acceptedWhy(&r.Accepted[i]))})
	}
	for i := range r.Hops {
		h.Hops = append(h.Hops, htmlHopOf(&r.Hops[i]))
	}
	for i := range r.Waived {
		w := &r.Waived[i]
		h.Waived = append(h.Waived, htmlWaived{escape.Plain(sentence(&w.Item)), escape.Plain(fmt.Sprintf("%s · %s until %s: %s", w.Check, w.Owner, w.Expires, w.Reason))})
	}
	for i := range r.Checks {
		c := &r.Checks[i]
		required := "no"
		if c.Required {
			required = "yes"
		}
		h.Checks = append(h.Checks, htmlCheck{escape.Plain(c.ID), escape.Plain(string(c.Verdict)), required, escape.Plain(c.Title), escape.Plain(c.Why)})
	}
	if r.Redacted {
		h.NotCovered = append(h.NotCovered, "Names are masked.")
	}
	return h
}

func htmlHopOf(hop *plan.Hop) htmlHop {
	h := htmlHop{Name: escape.Plain(hop.Name()), Verdict: ofHop(hop.Verdict)}
	h.Class = strings.ReplaceAll(h.Verdict, " ", "-")
	last := ""
	for i := range hop.Steps {
		s := &hop.Steps[i]
		out := htmlStep{
			Need: escape.Plain(string(s.Need)), ID: escape.Plain(s.ID), Title: escape.Plain(s.Title), Waived: s.Waived, Remedy: plainAll(s.Remedy), Commands: plainAll(s.Commands),
		}
		if head := heading(s); head != last {
			out.Heading, last = capital(head), head
		}
		for j, o := range s.Objects {
			if j == maxShown {
				out.Objects = append(out.Objects, fmt.Sprintf("… and %d more", len(s.Objects)-j))
				break
			}
			out.Objects = append(out.Objects, escape.Plain(stepObject(o)))
		}
		if write := instead(s); write != "" {
			out.Remedy = append(out.Remedy, "write "+escape.Plain(write))
		}
		tags := []string{string(s.Phase)}
		if s.Check != "" {
			tags = append(tags, s.Check)
		}
		for _, pr := range s.Notes {
			tags = append(tags, fmt.Sprintf("#%d", pr))
		}
		out.Tag = escape.Plain(strings.Join(append(tags, marks(s)...), " · "))
		h.Steps = append(h.Steps, out)
	}
	return h
}

func plainAll(list []string) (out []string) {
	for _, s := range list {
		out = append(out, escape.Plain(s))
	}
	return out
}
