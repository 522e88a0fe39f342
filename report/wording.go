package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/changelog"
	"github.com/kubedelta/kubedelta/diff/rule"

	"github.com/kubedelta/kubedelta/changelog/fact"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/escape"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/page"
)

// wording fills fixed texts with lines.
type wording struct{ language.Words }

// mark encloses the index of a line in a text. No name contains it.
const mark = "\x00"

// line is a fixed text whose arguments can be lines and runs.
func (w wording) line(key language.Key, args ...any) page.Line {
	return filledLine(args, func(args []any) string { return w.Text(key, args...) })
}

// list is a fixed text, in the form for n things that names lists.
func (w wording) list(key language.Key, n int, names page.Line) page.Line {
	return filledLine([]any{names}, func(args []any) string { return w.List(key, n, args...) })
}

func filledLine(args []any, fill func(args []any) string) (out page.Line) {
	lines, marks := make([]page.Line, len(args)), slices.Clone(args)
	for i, a := range args {
		switch a := a.(type) {
		case page.Line:
			lines[i] = a
		case page.Run:
			lines[i] = page.Line{a}
		case string:
			lines[i] = page.Plain(a)
		default:
			continue
		}
		marks[i] = mark + strconv.Itoa(i) + mark
	}
	for i, part := range strings.Split(fill(marks), mark) {
		n, err := strconv.Atoi(part)
		switch {
		case i%2 == 1 && err == nil:
			out = append(out, lines[n]...)
		case part != "":
			out = append(out, page.Text(part))
		}
	}
	return out
}

// Pull is a link to a pull request. repository is "" for that of Kubernetes.
func Pull(repository string, pr int) page.Run {
	return page.Run{Text: pullName(repository, pr), To: pullURL(repository, pr)}
}

// KEP is a link to an enhancement. The number of a KEP is the number of its issue.
func KEP(number int) page.Run {
	n := strconv.Itoa(number)
	return page.Run{Text: "KEP-" + n, To: "https://github.com/kubernetes/enhancements/issues/" + n}
}

// author is a link to the author of an entry, or plain text if the name is not a name on GitHub.
func author(name string) page.Run {
	if !authorPattern().MatchString(name) {
		return page.Text(name)
	}
	to := name
	if account, bot := strings.CutSuffix(name, "[bot]"); bot {
		to = "apps/" + account
	}
	return page.Run{Text: "@" + name, To: "https://github.com/" + to}
}

func apiLine(apiVersion, kind string) page.Line {
	return page.Line{page.Code(apiVersion), page.Text(" " + kind)}
}

func (c Change) replacement() page.Line {
	if c.Replacement == nil {
		return nil
	}
	return apiLine(c.Replacement.GroupVersion().String(), c.Replacement.Kind)
}

func (n *Note) pullLine() page.Line {
	lines := slice.Map(pulls(n), func(pr int) page.Line { return page.Line{Pull(n.Repository, pr)} })
	return page.Join(lines, ", ")
}

func (n *Note) by() page.Line {
	by := []page.Line{n.pullLine()}
	if n.shownText() != "" {
		by = append(by, page.Cells(slice.Map(n.Authors, author)...)...)
	}
	return page.Join(by, ", ")
}

// tail is the end of an entry in release notes: its pull requests, its authors, its SIGs.
func (n *Note) tail(w wording) (line page.Line) {
	if by := n.by(); len(by) > 0 {
		line = append(append(page.Plain("("), by...), page.Text(")"))
	}
	return n.sigsBehind(line, w)
}

func (n *Note) sigsBehind(line page.Line, w wording) page.Line {
	return page.Join([]page.Line{line, {{Text: sigNames(n.SIGs, w.Words), Set: page.AsBracketed}}}, " ")
}

func (n *Note) pointer() page.Line {
	asks := strings.Join(strings.Fields(escape.Plain(fact.Request(n.shownText()))), " ")
	return page.Join([]page.Line{n.pullLine(), page.Plain(withoutMarkup(asks, "$1 ($2)"))}, " ")
}

func (r *Report) entry(n *Note, w wording) page.Block {
	b := page.Block{Kind: page.Entry, Weight: entryWeight(n), Text: n.shownText()}
	if b.Text == "" {
		b.Line = page.Join([]page.Line{n.sigsBehind(n.pullLine(), w), page.Join(n.facts(w), "; ")}, " ")
	} else {
		tail := n.tail(w)
		if n.Annotation != nil && n.Annotation.Text != "" {
			tail = append(tail, page.Text(" "+w.Text("author-text")))
		}
		b.Tags = []page.Line{tail}
	}
	b.Below = slice.Map(r.remarks(n, w), func(remark page.Line) page.Block { return page.Block{Kind: page.Item, Line: remark} })
	return b
}

// noteLinks is the notes of a change, the best first, and the SIGs.
func noteLinks(links []NoteLink, sigs []string, w wording) page.Line {
	// An entry without a pull request adds little if others have one.
	if numbered := slices.DeleteFunc(slices.Clone(links), func(l NoteLink) bool { return l.PR == 0 }); len(numbered) > 0 {
		links = numbered
	}
	if len(links) == 0 {
		return nil
	}
	notes := w.first(slice.Map(links, func(l NoteLink) page.Line { return l.line(w) }), manyNotes)
	return page.Join([]page.Line{notes, page.Plain(sigNames(sigs, w.Words))}, " ")
}

// first joins the first lines of a list, and says how many more there are.
func (w wording) first(lines []page.Line, most int) page.Line {
	if more := len(lines) - most; more > 0 {
		lines = append(lines[:most:most], w.line("and-more", more))
	}
	return page.Join(lines, ", ")
}

// line is a link to the note.
func (l NoteLink) line(w wording) page.Line {
	line := page.Line{Pull(l.Repository, l.PR)}
	if l.PR == 0 {
		line = w.line("notes-of", l.Release)
	}
	if l.Confidence != "introduced-by" {
		return w.line("probably", line)
	}
	return line
}

// Entry is a link to the pull request of an entry that certainly or probably introduced a change.
func Entry(pr int, probably bool, w language.Words) page.Line {
	l := NoteLink{PR: pr, Confidence: "introduced-by"}
	if probably {
		l.Confidence = "probably"
	}
	return l.line(wording{w})
}

// line is the claim, its entry, and a possible reason.
func (u Unserved) line(w wording) page.Line {
	line := page.Plain(w.Said(u.Claim))
	if u.PR != 0 {
		line = page.Line{Pull(u.Repository, u.PR), page.Text(": " + w.Said(u.Claim))}
	}
	if u.Why == "" {
		return line
	}
	why := page.Plain(w.Said(u.Why))
	if u.RevertedBy > 0 {
		why = w.line("reverted-by", Pull(u.Repository, u.RevertedBy))
	}
	return append(append(line, page.Text(" – ")), why...)
}

// Page is the report as a page for a format.
func (r *Report) Page(form string) page.Page { return r.page(form, false) }

// ChangeLine is the message of a change, with what changed as code.
func ChangeLine(c rule.Change, w language.Words) page.Line {
	return Line{Change: Change{Change: c}}.line(wording{w})
}

// SeverityRun is the name of a severity in its colour.
func SeverityRun(s rule.Severity, w language.Words) page.Run {
	return page.Run{Text: severityName(s, w), Class: string(s)}
}

// OfSIG reports whether an entry has the label of a SIG.
func OfSIG(n *changelog.Note, sig string) bool {
	return !n.Unpublished && len(n.SIGs) > 0 && sharesSIG([]string{sig}, n.SIGs)
}
