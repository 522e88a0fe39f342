package findings

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/page"
	"github.com/kubedelta/kubedelta/scan/finding"
)

// The weights of a bounded report: severities as in SeverityWeight, then the other lists.
const (
	WeightAccount  budget.Weight = 950
	WeightUnread   budget.Weight = 850
	WeightWarnings budget.Weight = 120
	weightBaseline budget.Weight = 110
	weightFixed    budget.Weight = 100
	WeightWaived   budget.Weight = 90
	// manyUnread is the most parts that could not be read that are always kept. More of them must
	// not displace breaking findings.
	manyUnread = 50
	// shownUnread is the most objects that are listed if they could not be checked for the same reason.
	shownUnread = 5
)

// SeverityWeight is 900 for breaking, and 100 less for each weaker severity.
func SeverityWeight(s rule.Severity) budget.Weight { return budget.Weight(900 - 100*s.Rank()) }

// Text and HTML have the findings with their source lines. Markdown, for tickets and comments, has a
// table for each severity.
func (r *Report) page(form string, o format.Options) page.Page {
	if form == format.HTML {
		r = r.shortened(mostShown)
	}
	return page.Page{Title: r.Title(), Tool: r.Tool.String(), Blocks: func(add page.Adder) {
		b := builder{r: r, add: add, form: form, o: o, left: map[string]*Left{}}
		for l := range slice.Each(r.Left) {
			b.left[l.Fingerprint] = l
		}
		add(page.Block{Kind: page.Title, Level: 1, Line: page.Plain(r.Title())})
		add(page.Block{Kind: page.Soft, Weight: budget.Title, Line: page.Plain(r.Scope())})
		add(page.Block{Kind: page.Verdict, Weight: budget.Title, Line: r.coloured()})
		b.apis()
		if form != format.Text {
			r.AddUnread(add)
		}
		if form == format.Markdown {
			b.tables()
		} else {
			b.findings()
		}
		if r.said != nil && r.said.More != nil {
			r.said.More(add)
		}
		b.fixed()
		r.AddDecided(add)
		Section(add, "What was read", WeightAccount, r.account())
		Section(add, "Result of each file", WeightWaived, slice.Map(r.Account.ByFile, func(f finding.FileAccount) string {
			return f.File + ": " + string(f.Outcome) + phrase.With(": ", f.Reason)
		}))
		if form == format.HTML {
			b.rules()
		}
		if form == format.Text { // the end of the output is what users see in a terminal
			r.AddUnread(add)
		}
	}}
}

// builder makes the blocks of a report.
type builder struct {
	r    *Report
	add  page.Adder
	form string
	o    format.Options
	// left maps fingerprints to the reasons why --fix did not change findings.
	left map[string]*Left
}

func (r *Report) coloured() (line page.Line) {
	rest := r.verdict()
	if behind, ok := strings.CutPrefix(rest, r.counts().Plain()); ok && r.said == nil {
		line, rest = r.counts(), behind
	}
	return append(line, page.Text(rest))
}

// AddUnread adds what could not be read.
func (r *Report) AddUnread(add page.Adder) {
	add.Heading(2, page.Text("Could not be read"), page.Text(": treat as not checked"))
	list := r.unread()
	objects := map[string][]unreadPart{}
	for _, u := range list {
		if u.Object != "" {
			objects[u.Why] = append(objects[u.Why], u)
		}
	}
	i := 0
	item := func(line page.Line, below ...page.Block) {
		weight := budget.Keep
		if i++; i > manyUnread {
			weight = WeightUnread
		}
		add(page.Block{Kind: page.Item, Weight: weight, Line: line, Below: below})
	}
	for _, u := range list {
		same := objects[u.Why]
		switch {
		case u.Object == "" || len(same) <= shownUnread:
			item(page.Line{page.Code(u.Place), page.Text(": " + u.Reason)})
		case u == same[0]:
			item(page.Plain(rule.Count(len(same), "object")+" have "+u.Why), firstObjects(same)...)
		}
	}
}

// firstObjects are the first objects that could not be checked for the same reason.
func firstObjects(list []unreadPart) []page.Block {
	below := slice.Map(list[:shownUnread], func(u unreadPart) page.Block {
		return page.Block{Kind: page.Item, Line: page.Line{page.Code(u.Place), page.Text(": " + u.Object)}}
	})
	return append(below, page.Block{Kind: page.Item, Line: page.Plain(rule.Count(len(list)-shownUnread, "more object") + " in -o json")})
}

// findings adds the findings, the most severe first. In text each has its whole place, which
// terminals recognize as a link. In HTML they are below their files.
func (b *builder) findings() {
	b.add.Heading(2, page.Text("Findings"))
	var files []string
	of := map[string][]*finding.Finding{}
	for f := range strongestFirst(b.r.Findings) {
		if b.form == format.Text {
			b.add(b.card(f, place(f)))
			continue
		}
		if len(of[f.File]) == 0 {
			files = append(files, f.File)
		}
		of[f.File] = append(of[f.File], f)
	}
	for _, file := range files {
		b.add.Heading(3, page.Code(fileName(file)))
		for _, f := range of[file] {
			b.add(b.card(f, line(f)))
		}
	}
}

// strongestFirst yields findings by severity, and keeps the order of those with the same one. It
// copies none, because there can be a million.
func strongestFirst(list []finding.Finding) iter.Seq[*finding.Finding] {
	return func(yield func(*finding.Finding) bool) {
		present := make([]bool, len(rule.FindingSeverities())+1) // the last is that of an unknown word
		for f := range slice.Each(list) {
			present[f.Severity.Rank()] = true
		}
		for rank, is := range present {
			for i := 0; is && i < len(list); i++ {
				if list[i].Severity.Rank() == rank && !yield(&list[i]) {
					return
				}
			}
		}
	}
}

// card has a finding with its place, if it has one, its source lines and its migration.
func (b *builder) card(f *finding.Finding, at string) page.Block {
	text := page.Plain(f.Message)
	if at != "" {
		text = page.Line{page.Code(at), page.Text("  " + f.Message)}
	}
	var below []page.Block
	add := func(kind page.Kind, line ...page.Run) {
		below = append(below, page.Block{Kind: kind, Line: line})
	}
	if b.o.Wide {
		add(page.Soft, page.Text("fingerprint "+f.Fingerprint))
	}
	below = append(below, page.Block{
		Kind: page.Excerpt, Class: string(f.Severity), Mark: page.Text(strconv.Itoa(f.Line)),
		Source: func(width int) *page.Source { return excerptOf(f, width) },
	})
	for _, step := range f.Migration {
		add(page.Migration, page.Text(step))
	}
	if write := instead(f); write != "" && len(f.Migration) == 0 {
		add(page.Migration, page.Text("write "), page.Code(write))
	}
	if l := b.left[f.Fingerprint]; l != nil {
		add(page.Paragraph, page.Text("not fixed: "+l.Reason))
		for _, step := range l.Steps {
			if !slices.Contains(f.Migration, step) {
				add(page.Item, page.Text(step))
			}
		}
	}
	return page.Block{
		Kind: page.Card, Class: string(f.Severity), Mark: page.Run{Text: string(f.Severity), Class: string(f.Severity)},
		Line: text, Tags: []page.Line{page.Plain(about(f))}, Below: below,
	}
}

func (b *builder) tables() {
	for _, s := range rule.FindingSeverities() {
		b.add.Heading(2, page.Text(strings.ToUpper(string(s[:1]))+string(s[1:])), page.Text(": "+strconv.Itoa(b.r.Summary.BySeverity[s])))
		b.add.Columns(page.Text("place"), page.Text("object"), page.Text("what"), page.Text("instead"), page.Text("rule"))
		for f := range slice.Each(b.r.Findings) {
			if f.Severity != s {
				continue
			}
			what := f.Message
			if f.Guess {
				what += " (" + guess + ")"
			}
			what += phrase.With(" (", origin(f), ")")
			b.add.Row(SeverityWeight(s), page.Line{page.Code(place(f))}, page.Plain(object(f)), page.Plain(what), b.instead(f), page.Line{page.Code(f.Rule)})
		}
	}
}

// instead is the migration or the replacement, and why --fix did not change the finding.
func (b *builder) instead(f *finding.Finding) (line page.Line) {
	for _, one := range b.card(f, "").Below {
		if one.Kind != page.Migration && one.Kind != page.Paragraph && one.Kind != page.Item {
			continue
		}
		if len(line) > 0 {
			line = append(line, page.Run{Set: page.AsBreak})
		}
		if one.Kind == page.Item {
			line = append(line, page.Text("– "))
		}
		line = append(line, one.Line...)
	}
	return line
}

// AddDecided adds the known and waived findings, and the warnings.
func (r *Report) AddDecided(add page.Adder) {
	if l := r.Baseline; l != nil {
		add.Heading(2, page.Text("Baseline"))
		add.Paragraphs(weightBaseline, l.Said("do not count"))
	}
	add(page.Block{Kind: page.Folded, Level: 3, Line: page.Plain("Known")})
	for f := range slice.Each(r.Known) {
		add.Item(WeightWaived, placed(f, f.Message)...)
	}
	add.Heading(2, page.Text("Waived"))
	for w := range slice.Each(r.Waived) {
		add(page.Block{Kind: page.Item, Weight: WeightWaived, Line: placed(&w.Finding, w.Message+" – "+Until(w)), Tags: page.Cells(page.Code(w.Fingerprint))})
	}
	Section(add, "Warnings", WeightWarnings, slice.Map(r.Warnings, warning))
}

// placed is a text with the place of a finding before it. Findings of usage have none.
func placed(f *finding.Finding, text string) page.Line {
	if at := place(f); at != "" {
		return page.Line{page.Code(at), page.Text(": " + text)}
	}
	return page.Plain(text)
}

// In a dry run, the findings themselves are still in the report, so their messages are not repeated.
func (b *builder) fixed() {
	title := "Fixed"
	if len(b.r.Fixed) > 0 && !b.r.Fixed[0].Written {
		title = "Would be fixed"
	}
	b.add.Heading(2, page.Text(title))
	for f := range slice.Each(b.r.Fixed) {
		if f.Written {
			b.add.Item(weightFixed, page.Code(place(&f.Finding)), page.Text(": wrote "), page.Code(f.Wrote), page.Text(": "+f.Message))
		} else {
			b.add.Item(weightFixed, page.Code(place(&f.Finding)), page.Text(": would write "), page.Code(f.Wrote))
		}
	}
}

// Section adds a heading with a list of sentences.
func Section(add page.Adder, title string, weight budget.Weight, lines []string) {
	add.Heading(2, page.Text(title))
	for _, line := range lines {
		add.Item(weight, page.Text(line))
	}
}

func warning(w finding.Warning) string {
	if w.File == "" {
		return w.Text
	}
	return place(&finding.Finding{File: w.File, Line: w.Line}) + ": " + w.Text
}

func (b *builder) rules() {
	b.add.Heading(2, page.Text("Rules"))
	for _, rule := range b.o.Rules {
		if b.r.Summary.ByRule[rule.ID] > 0 {
			b.add(page.Block{Kind: page.Folded, Level: 3, Line: page.Line{page.Code(rule.ID), page.Text(" " + rule.Title)}})
			b.add(page.Block{Kind: page.Document, Text: rule.Doc})
		}
	}
}
