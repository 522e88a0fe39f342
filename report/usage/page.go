package usage

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/page"
	"github.com/kubedelta/kubedelta/usage/totals"
)

const (
	weightOmits   budget.Weight = 840
	weightClients budget.Weight = 80
	// mostRows is the most callers on a page; JSON contains all.
	mostRows = 500
)

func (r *Report) page(form string, o format.Options) page.Page {
	return page.Page{Title: r.Title(), Tool: r.Tool.String(), Blocks: func(add page.Adder) {
		b := builder{r: r, add: add, form: form, wide: o.Wide, counts: r.counting()}
		add(page.Block{Kind: page.Title, Level: 1, Line: page.Plain(r.Title())})
		add(page.Block{Kind: page.Soft, Weight: budget.Title, Line: page.Plain(r.scope())})
		add(page.Block{Kind: page.Verdict, Weight: budget.Title, Line: page.Plain(r.verdict())})
		b.callers()
		b.skew()
		b.omits()
		r.AddDecided(add)
		findings.Section(add, "What was read", findings.WeightAccount, r.account())
		r.AddUnread(add)
	}}
}

func (r *Report) scope() string {
	text := r.Report.Scope()
	if u := &r.Usage; u.First != "" {
		text += " · logs of " + phrase.With("", span(u.First, u.Last), ": ") + during(u.First, u.Last)
	}
	return text
}

type builder struct {
	r    *Report
	add  page.Adder
	form string
	// wide adds fingerprints, which waivers and baselines need.
	wide bool
	// counts are the fingerprints of the findings that count.
	counts map[string]bool
	// instead maps fingerprints to replacements.
	instead map[string]string
}

func (b *builder) callers() {
	var all []*Caller
	for c := range slice.Each(b.r.Usage.Callers) {
		if b.counts[c.Fingerprint] {
			all = append(all, c)
		}
	}
	b.add.Heading(2, page.Text("Callers"))
	left := len(all) - mostRows
	if left > 0 {
		all = all[:mostRows]
	}
	groups, names := grouped(all, b.r.Usage.GroupBy)
	for _, name := range names {
		if name != "" {
			b.add(page.Block{Kind: page.Heading, Level: 3, Line: page.Line{page.Code(name), page.Text(" " + rule.Count(requests(groups[name]), "request"))}})
		}
		if b.form != format.Text {
			columns := slice.Map([]string{"severity", "API", "caller", "client", "requests", "first", "last", "from", "not served from", "use instead"}, page.Plain)
			b.add(page.Block{Kind: page.Columns, Class: "callers", Text: "Callers", Cells: columns})
		}
		for _, c := range groups[name] {
			if b.form == format.Text {
				b.card(c)
			} else {
				b.row(c)
			}
		}
	}
	if left > 0 {
		b.add.Paragraphs(findings.WeightWarnings, rule.Count(left, "more caller")+" in -o json")
	}
}

func requests(callers []*Caller) (n int) {
	for _, c := range callers {
		n += c.Requests()
	}
	return n
}

// Groups are in the order of their first callers, which are their most severe ones.
func grouped(all []*Caller, by GroupBy) (groups map[string][]*Caller, names []string) {
	groups = map[string][]*Caller{}
	for _, c := range all {
		name := ""
		switch by {
		case ByUser:
			name = who(c)
		case ByAgent:
			name = cmp.Or(client(c), "no user agent")
		case ByAPI:
			name = c.APIVersion + " " + c.Kind
		case ByCaller:
		}
		if groups[name] == nil {
			names = append(names, name)
		}
		groups[name] = append(groups[name], c)
	}
	return groups, names
}

func (b *builder) row(c *Caller) {
	b.add.Row(findings.SeverityWeight(c.Severity),
		page.Line{{Text: string(c.Severity), Class: string(c.Severity)}}, page.Line{page.Code(asked(c))}, page.Plain(b.whole(c)), page.Plain(client(c)),
		page.Plain(b.requests(c)), page.Plain(c.First), page.Plain(c.Last), page.Plain(listed(c.Sources, c.More)), page.Plain(c.Removed.String()), page.Plain(b.use(c)))
}

func (b *builder) whole(c *Caller) string {
	name := who(c)
	if c.Class == totals.ControlPlane {
		name += " (control plane)"
	}
	return name + phrase.With(" in ", c.Report)
}

func asked(c *Caller) string {
	return strings.TrimSpace(c.APIVersion + " " + resourceName(c) + " " + c.Field)
}

func (b *builder) requests(c *Caller) string {
	parts := phrase.Parts(slice.Map(c.Verbs, func(v totals.Verb) string { return fmt.Sprintf("%s %d", v.Verb, v.Requests) }))
	parts.Add(c.Refused > 0, fmt.Sprintf("refused %d", c.Refused))
	return strings.Join(parts, ", ")
}

func (b *builder) card(c *Caller) {
	about := phrase.Parts{b.requests(c), phrase.With("not served from ", c.Removed.String()), during(c.First, c.Last)}
	about.Add(len(c.Sources) > 0, "from "+listed(c.Sources, c.More))
	line := page.Line{page.Code(asked(c)), page.Text("  " + b.whole(c) + phrase.With(", ", client(c)))}
	var below []page.Block
	if b.wide {
		below = append(below, page.Block{Kind: page.Soft, Line: page.Plain("fingerprint " + c.Fingerprint)})
	}
	switch with := b.use(c); {
	case with == "" || c.Class == totals.ControlPlane:
	case c.Field != "":
		below = append(below, page.Block{Kind: page.Migration, Line: page.Plain(with)})
	default:
		below = append(below, page.Block{Kind: page.Migration, Line: page.Line{page.Text("call "), page.Code(with)}})
	}
	b.add(page.Block{
		Kind: page.Card, Weight: findings.SeverityWeight(c.Severity), Class: string(c.Severity), Mark: page.Run{Text: string(c.Severity), Class: string(c.Severity)},
		Line: line, Tags: []page.Line{page.Dotted(slice.Map(about, page.Text)...)}, Below: below,
	})
}

func (b *builder) use(c *Caller) string {
	if b.instead == nil {
		b.instead = map[string]string{}
		for f := range slice.Each(b.r.Findings) {
			switch {
			case f.Replacement != nil:
				b.instead[f.Fingerprint] = f.Replacement.String()
			case len(f.Migration) > 0:
				b.instead[f.Fingerprint] = f.Migration[0]
			}
		}
	}
	return b.instead[c.Fingerprint]
}

func (b *builder) skew() {
	b.add.Heading(2, page.Text("Clients outside the version skew policy"))
	id := ClientSkew().ID
	for f := range slice.Each(b.r.Findings) {
		if f.Rule == id {
			b.add.Item(findings.SeverityWeight(f.Severity), page.Run{Text: string(f.Severity), Class: string(f.Severity)}, page.Text(": "+f.Message))
		}
	}
}

// omits adds what the logs do not show, so that a missing call is not mistaken for proof.
func (b *builder) omits() {
	u := &b.r.Usage
	findings.Section(b.add, "What the logs do not show", weightOmits, u.Policy.Omits)
	for i, gap := range u.Gaps {
		if i == findings.ShownNames {
			b.add.Item(weightOmits, page.Text(rule.Count(len(u.Gaps)-i, "more time")+" without any event"))
			break
		}
		b.add.Item(weightOmits, page.Text(phrase.With("", gap.Report, ": ")+"There is no event from "+gap.From+" to "+gap.To))
	}
	if u.Events == 0 {
		return
	}
	var silent, unseen []string
	for _, n := range u.NotCalled {
		name := n.APIVersion + " " + n.Resource
		if n.Reads+n.Writes == 0 {
			unseen = append(unseen, name)
		} else {
			silent = append(silent, name)
		}
	}
	b.add.Heading(2, page.Text("Affected APIs without calls"))
	for _, part := range []struct {
		what  string
		names []string
	}{{"The logs contain calls of the resource only in other versions", silent}, {"The logs contain no calls of the resource in any version, so they may not record it", unseen}} {
		if len(part.names) > 0 {
			b.add.Item(weightClients, page.Text(part.what+": "+rule.First(part.names, findings.ShownNames)))
		}
	}
}
