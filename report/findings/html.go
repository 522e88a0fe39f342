package findings

import (
	_ "embed"
	"html/template"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/page"
	"github.com/kubedelta/kubedelta/scan/finding"
)

//go:embed page.html
var body string

// HTML writes the report as one page that needs nothing else: no script, no other
// file, light or dark as the reader has it.
func HTML(w io.Writer, r *Report, o Options) error {
	t, err := template.New("page").Parse(body)
	if err != nil {
		return err
	}
	return t.Execute(w, newHTML(r.shortened(mostShown), o))
}

// The values of the page. All texts have gone through escape.Plain: html/template
// escapes markup, but lets through what turns the direction of writing.
type (
	htmlPage struct {
		Head                        template.HTML
		Title, Scope, Verdict, Tool string
		Clean                       bool
		InFiles                     string
		Counts                      []htmlCount
		Unread                      []htmlUnread
		Files                       []htmlFile
		Fixed                       []htmlFixed
		Baseline                    *Baseline
		Known                       []htmlFinding
		Waived                      []htmlWaived
		Warnings                    []string
		Account                     []string
		Rules                       []htmlRule
	}
	htmlCount struct {
		Severity string
		N        int
	}
	htmlUnread struct{ Place, Reason string }
	htmlFile   struct {
		Name     string
		Findings []htmlFinding
	}
	htmlFinding struct {
		Severity, Place, Message, About, Instead string
		Number                                   int
		Excerpt                                  *excerpt
		Remedy                                   []string
		Left                                     string
		Steps                                    []string
	}
	htmlFixed  struct{ Place, Wrote, Verb string }
	htmlWaived struct {
		htmlFinding
		Reason string
	}
	htmlRule struct{ ID, Title, Doc string }
)

// htmlWidth is the width of source lines in the page.
const htmlWidth = 120

func newHTML(r *Report, o Options) htmlPage {
	p := htmlPage{
		Title: escape.Plain(r.Title()), Scope: escape.Plain(r.Scope()), Verdict: r.verdict(), Tool: escape.Plain(strings.TrimSpace(r.Tool.Name + " " + r.Tool.Version)),
		Clean: len(r.Findings) == 0, InFiles: r.inFiles(), Baseline: r.Baseline,
	}
	for _, s := range rule.FindingSeverities() {
		if n := r.Summary.BySeverity[s]; n > 0 {
			p.Counts = append(p.Counts, htmlCount{string(s), n})
		}
	}
	for _, u := range r.unread() {
		p.Unread = append(p.Unread, htmlUnread{escape.Plain(u.Place), escape.Plain(u.Reason)})
	}
	p.Files = htmlFiles(r)
	for i := range r.Fixed {
		verb := "wrote"
		if !r.Fixed[i].Written {
			verb = "would write"
		}
		p.Fixed = append(p.Fixed, htmlFixed{escape.Plain(place(&r.Fixed[i].Finding)), escape.Plain(r.Fixed[i].Wrote), verb})
	}
	for i := range r.Known {
		p.Known = append(p.Known, htmlOf(&r.Known[i], nil))
	}
	for i := range r.Waived {
		p.Waived = append(p.Waived, htmlWaived{htmlOf(&r.Waived[i].Finding, nil), escape.Plain(until(&r.Waived[i]))})
	}
	for _, w := range r.Warnings {
		p.Warnings = append(p.Warnings, escape.Plain(warning(w)))
	}
	p.Account = plainAll(r.account())
	p.Rules = htmlRules(r, o)
	p.Head, _ = page.Head{Language: "en", Title: p.Title}.HTML()
	return p
}

func htmlFiles(r *Report) (files []htmlFile) {
	left := r.leftByFingerprint()
	for i := range r.Findings {
		f := &r.Findings[i]
		if i == 0 || r.Findings[i-1].File != f.File {
			files = append(files, htmlFile{Name: escape.Plain(fileName(f.File))})
		}
		file := &files[len(files)-1]
		file.Findings = append(file.Findings, htmlOf(f, left[f.Fingerprint]))
	}
	return files
}

func htmlOf(f *finding.Finding, left *Left) htmlFinding {
	h := htmlFinding{
		Severity: escape.Plain(string(f.Severity)), Place: escape.Plain(place(f)), Message: escape.Plain(f.Message), About: escape.Plain(about(f)),
		Number: f.Line, Remedy: plainAll(f.Remedy),
	}
	if len(f.Remedy) == 0 {
		h.Instead = escape.Plain(instead(f))
	}
	if e, ok := excerptOf(f, htmlWidth); ok {
		h.Excerpt = &e
	}
	if left != nil {
		h.Left, h.Steps = escape.Plain(left.Reason), plainAll(left.Steps)
	}
	return h
}

// htmlRules are the pages of the rules that the findings name.
func htmlRules(r *Report, o Options) (rules []htmlRule) {
	for _, rule := range o.Rules {
		if r.Summary.ByRule[rule.ID] > 0 {
			rules = append(rules, htmlRule{escape.Plain(rule.ID), escape.Plain(rule.Title), escape.Lines(rule.Doc)})
		}
	}
	return rules
}

func plainAll(list []string) (out []string) {
	for _, s := range list {
		out = append(out, escape.Plain(s))
	}
	return out
}
