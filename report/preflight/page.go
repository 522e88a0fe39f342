package preflight

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/plan"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/page"
)

// The weights of a bounded report. The verdict of each cluster and its blockers are kept. The first
// steps of the plan outlast later ones.
const (
	weightUnseen     budget.Weight = 900
	weightAbout      budget.Weight = 850
	weightNotCovered budget.Weight = 700
	weightPlan       budget.Weight = 600
	weightBaseline   budget.Weight = 300
	weightWaived     budget.Weight = 200
	weightPassed     budget.Weight = 100
)

// maxShown is the most objects or blockers in a list for people. JSON contains all.
const maxShown = 20

func (v *view) page(form string, o Options) page.Page {
	title := "Upgrade preflight"
	if v.alone {
		title += ": " + v.Clusters[0].Title()
	}
	return page.Page{Title: title, Tool: v.Tool.String(), Width: 80, Blocks: func(add page.Adder) {
		b := builder{add: add, form: form, most: maxShown}
		if o.Wide {
			b.most = math.MaxInt
		}
		if !v.alone {
			b.fleet(v.Fleet)
		}
		n := 0
		for r := range v.reports() {
			b.report(r, n)
			n++
		}
	}}
}

// builder makes the blocks of a report.
type builder struct {
	add  page.Adder
	form string
	// most is the most objects and blockers in a list.
	most int
}

func mark(word string, v Verdict) page.Run { return page.Run{Text: word, Class: string(v)} }

func anchor(i int) string { return "cluster-" + strconv.Itoa(i) }

// fleet adds a row for each cluster. In text, where answers need more room, it adds a card.
func (b *builder) fleet(f *Fleet) {
	b.add(page.Block{Kind: page.Title, Mark: mark(f.Verdict.word(), f.Verdict), Line: page.Plain("Upgrade preflight"), Tags: []page.Line{page.Plain(rule.Count(len(f.Clusters), "cluster"))}})
	b.add.Columns(page.Text("cluster"), page.Text("verdict"), page.Run{Text: "blockers", Set: page.AsNumber}, page.Run{Text: "unknown", Set: page.AsNumber}, page.Text("why"))
	for i, r := range f.Clusters {
		name := page.Run{Text: r.Title(), To: "#" + anchor(i)}
		if b.form == format.Text {
			b.add(page.Block{Kind: page.Card, Mark: mark(r.word(), r.Verdict), Line: page.Line{name, page.Text(": " + r.answer())}})
			continue
		}
		b.add.Row(budget.Keep, page.Line{name}, page.Line{mark(r.word(), r.Verdict)}, page.Plain(strconv.Itoa(r.Summary.Blockers)), page.Plain(strconv.Itoa(r.Summary.Unknown)), page.Plain(r.answer()))
	}
}

func (b *builder) report(r *Report, i int) {
	title := r.Title()
	name := title[:len(title)-len(strings.TrimPrefix(title, r.Cluster.Name))]
	b.add(page.Block{Kind: page.Title, Level: 1, ID: anchor(i), Mark: mark(r.word(), r.Verdict), Line: page.Line{page.Text(name), page.Text(title[len(name):])}, Tags: []page.Line{page.Plain(r.answer())}})
	for _, line := range r.about() {
		b.add(page.Block{Kind: page.Fact, Weight: weightAbout, Mark: page.Text(line[0]), Line: page.Plain(line[1])})
	}
	b.blockers(r)
	b.unseen(r)
	b.plan(r)
	b.waived(r)
	b.rest(r)
}

func (b *builder) blockers(r *Report) {
	list := r.blockers()
	b.add.Heading(2, page.Text("Blockers"), page.Text(fmt.Sprintf(" (%d)", len(list))))
	for i, one := range list {
		if i == b.most && b.form == format.Text {
			b.add.Item(budget.Keep, page.Text(fmt.Sprintf("… and %d more; the plan and -o json contain all", len(list)-i)))
			return
		}
		text := phrase.With("before ", one.item.Before, ": ") + sentence(one.item)
		if one.known {
			text += " (known in the baseline)"
		}
		severity := string(one.item.Severity)
		b.add(page.Block{
			Kind: page.Card, Weight: budget.Keep, Class: severity, Mark: page.Run{Text: severity, Class: severity},
			Line: page.Plain(text), Tags: []page.Line{page.Dotted(page.Code(one.check.ID), page.Code(one.item.Fingerprint))},
		})
	}
}

func (b *builder) unseen(r *Report) {
	list := r.unseen()
	if r.Unreachable != "" {
		list = nil
	}
	b.add.Heading(2, page.Text("Not checked"), page.Text(": treat as unknown"))
	for u := range slice.Each(list) {
		b.add.Item(weightUnseen, page.Code(u.What), page.Text(": "+why(u.Gap, u.checks)))
	}
	if len(list) > 0 {
		var advice phrase.Parts
		advice.Add(r.rights() != "", r.rights())
		advice.Add(r.acceptLine() != "", "To accept these gaps: "+r.acceptLine())
		b.add.Paragraphs(weightUnseen, advice...)
	}
	b.add.Heading(2, page.Text("Not read, accepted"))
	for a := range slice.Each(r.Accepted) {
		b.add.Item(weightUnseen, page.Code(a.What), page.Text(": "+why(a.Gap, a.Checks)))
	}
}

func (b *builder) plan(r *Report) {
	b.add.Heading(2, page.Text("Plan"))
	for h := range slice.Each(r.Hops) {
		b.add.Heading(3, page.Text(h.Name()), page.Text(": "), mark(ofHop(h.Verdict).word(), ofHop(h.Verdict)))
		last := ""
		for s := range slice.Each(h.Steps) {
			if head := heading(s); head != last {
				b.add(page.Block{Kind: page.Lead, Level: 4, Line: page.Plain(strings.ToUpper(head[:1]) + head[1:] + ":")})
				last = head
			}
			b.step(s)
		}
	}
}

// A step is one block, so that a bounded report never cuts it.
func (b *builder) step(s *plan.Step) {
	var below []page.Block
	add := func(kind page.Kind, line ...page.Run) { below = append(below, page.Block{Kind: kind, Line: line}) }
	for i, o := range s.Objects {
		if i == b.most {
			add(page.Item, page.Text(fmt.Sprintf("… and %d more", len(s.Objects)-i)))
			break
		}
		add(page.Item, page.Code(stepObject(o)))
	}
	for _, migration := range s.Migration {
		add(page.Migration, page.Text(migration))
	}
	if write := instead(s); write != "" {
		add(page.Migration, page.Text("write "), page.Code(write))
	}
	for _, c := range s.Commands {
		add(page.Command, page.Text(c))
	}
	var tag []page.Run
	if s.Phase != preflight.Either {
		tag = append(tag, page.Text(string(s.Phase)))
	}
	tag = append(tag, page.Code(s.Check))
	for _, pr := range s.Notes {
		tag = append(tag, page.Run{Text: fmt.Sprintf("#%d", pr), To: noteURL(pr)})
	}
	var remarks phrase.Parts
	remarks.Add(s.Waived, "waived")
	remarks.Add(s.Likely, "likely: the evidence is weak")
	b.add(page.Block{
		Kind: page.Step, Weight: weightPlan, Class: string(s.Need), Done: s.Waived, Mark: page.Text(s.ID),
		Line: page.Plain(s.Title + phrase.With(" (", strings.Join(remarks, "; "), ")")), Tags: []page.Line{page.Dotted(tag...)}, Below: below,
	})
}

func (b *builder) waived(r *Report) {
	b.add.Heading(2, page.Text("Waived"))
	for w := range slice.Each(r.Waived) {
		b.add(page.Block{
			Kind: page.Item, Weight: weightWaived, Line: page.Plain(sentence(&w.Item)),
			Tags: page.Cells(page.Code(w.Check), page.Code(w.Fingerprint), page.Text(w.Owner+" until "+w.Expires+": "+w.Reason)),
		})
	}
	if l := r.Baseline; l != nil {
		b.add.Heading(2, page.Text("Baseline"))
		b.add.Paragraphs(weightBaseline, l.Said("do not fail the run"))
	}
}

func (b *builder) rest(r *Report) {
	b.add.Heading(2, page.Text("Checks"))
	whole, inPart := r.passed()
	for _, part := range []struct {
		word string
		ids  []string
	}{
		{"Passed", whole}, {"Passed, except for accepted gaps", inPart}, {"Not applicable", r.ids(func(c Check) bool { return c.Verdict == preflight.NotApplicable })},
		{"Failed, and not required", r.ids(func(c Check) bool { return !c.Required && c.Verdict == preflight.Fail })}, // their steps are in the plan
	} {
		if len(part.ids) > 0 {
			b.add.Item(weightPassed, page.Text(part.word+": "+strings.Join(part.ids, ", ")))
		}
	}
	if on := r.Rehearsal; on != nil {
		b.add.Item(weightNotCovered, page.Text("The rehearsal sends dry runs to an API server. It does not test controllers, kubelets, and webhooks that dry runs do not call."))
		for _, left := range on.Left {
			b.add.Item(weightNotCovered, page.Text("Not created in the API server: "+left))
		}
	}
	for _, n := range r.NotCovered {
		b.add.Item(weightNotCovered, page.Text(n))
	}
	if r.Redacted {
		b.add.Item(weightAbout, page.Text("Names are replaced with placeholders."))
	}
	if b.form == format.HTML {
		b.checks(r)
	}
}

func (b *builder) checks(r *Report) {
	b.add(page.Block{Kind: page.Folded, Level: 3, Line: page.Plain(r.counts())})
	b.add.Columns(page.Text("check"), page.Text("verdict"), page.Text("required"), page.Text("what it checks"))
	for _, c := range r.Checks {
		required := "no"
		if c.Required {
			required = "yes"
		}
		b.add.Row(weightPassed, page.Line{page.Code(c.ID)}, page.Plain(string(c.Verdict)), page.Plain(required), page.Plain(c.Title+phrase.With(" – ", c.Why)))
	}
}
