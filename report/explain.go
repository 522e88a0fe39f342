package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/budget"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/language"
	"github.com/kubedelta/kubedelta/report/layout"
	"github.com/kubedelta/kubedelta/report/page"
)

// Lifecycles is what `kubedelta explain RESOURCE -o json` writes.
type Lifecycles struct {
	APIVersion string                        `json:"apiVersion"`
	Kind       string                        `json:"kind"`
	Lifecycles []discovery.ResourceLifecycle `json:"lives"`
}

// LifecycleWriters are the formats of lifecycles as of the newest known release. all are the
// lifecycles of all resources.
func LifecycleWriters(lifecycles, all []discovery.ResourceLifecycle, newest discovery.Release, lang string) format.Writers {
	text := func(style layout.Style) string {
		var parts []string
		for i := range lifecycles {
			parts = append(parts, explainLifecycle(&lifecycles[i], all, newest, style, language.Of(lang)))
		}
		return strings.Join(parts, "\n")
	}
	value := Lifecycles{APIVersion: APIVersion, Kind: "Lives", Lifecycles: lifecycles}
	return documentWriters(lifecyclesPage(lifecycles, all, newest, lang), text, value)
}

// documentWriters are the formats of a document that has its own text: the page in HTML and
// markdown, and the value as JSON.
func documentWriters(p page.Page, text func(layout.Style) string, value any) format.Writers {
	out := format.Writers{}
	out.Pages(func(string, format.Options) page.Page { return p })
	delete(out, format.Wide)
	out[format.JSON] = func(w io.Writer, _ format.Options) error { return format.WriteJSON(w, value) }
	out[format.Text] = func(w io.Writer, o format.Options) error {
		_, err := io.WriteString(w, text(o.Style()))
		return err
	}
	return out
}

// lifecyclesPage is the document about the lifecycles.
func lifecyclesPage(lifecycles, all []discovery.ResourceLifecycle, newest discovery.Release, lang string) page.Page {
	words := language.Of(lang)
	var names []string
	for i := range lifecycles {
		names = append(names, lifecycleName(&lifecycles[i]))
	}
	return page.Page{Title: strings.Join(names, ", "), Language: lang, Blocks: func(add page.Adder) {
		for i := range lifecycles {
			if len(lifecycles) == 1 {
				add(page.Block{Kind: page.Title, Level: 1, Line: page.Line{page.Code(names[i])}})
			} else {
				if i == 0 {
					add(page.Block{Kind: page.Title, Level: 1, Line: page.Plain(lifecycles[0].Kind)})
				}
				add.Heading(2, page.Code(names[i]))
			}
			for _, f := range lifecycleFacts(&lifecycles[i], all, newest, words) {
				add(page.Block{Kind: page.Fact, Mark: page.Text(f.name), Line: page.Plain(f.value)})
			}
		}
	}}
}

func lifecycleName(l *discovery.ResourceLifecycle) string {
	return l.GroupVersion.String() + " " + l.Kind + " (" + l.Resource + ")"
}

// lifecycleFact is a fact of a lifecycle or a rule, as text.
type lifecycleFact struct{ name, value string }

func lifecycleFacts(l *discovery.ResourceLifecycle, all []discovery.ResourceLifecycle, newest discovery.Release, w language.Words) (facts []lifecycleFact) {
	add := func(key language.Key, value string) {
		if value != "" {
			facts = append(facts, lifecycleFact{w.Text(key), value})
		}
	}
	add("life-stability", StageName(string(discovery.StabilityOf(l.Version)), w))
	add("page-introduced", l.Introduced.String())
	deprecated := planned(l.Deprecated, newest, w)
	if l.Withdrawn.Known() {
		deprecated += w.Text("life-comma") + w.Text("life-withdrawn", l.Withdrawn.String())
	}
	add("life-deprecated", deprecated)
	add("life-removed", planned(l.Removed, newest, w))
	add("column-use-instead", useInstead(l, all, newest, w))
	add("life-served-in", servedIn(l, newest, w))
	return facts
}

// lifecycleWidth is the least width of the names of facts of a lifecycle.
const lifecycleWidth = 13

func explainLifecycle(l *discovery.ResourceLifecycle, all []discovery.ResourceLifecycle, newest discovery.Release, style layout.Style, w language.Words) string {
	text := style.Hang("", "  ", style.Paint(layout.Bold, lifecycleName(l)))
	facts := lifecycleFacts(l, all, newest, w)
	width := lifecycleWidth
	for _, f := range facts {
		width = max(width, layout.Columns(f.name)+2)
	}
	for _, f := range facts {
		text += labelled("  "+layout.Pad(f.name, width), f.value, style)
	}
	return text
}

// useInstead is the replacement of a version. If the replacement was removed or is deprecated too, it
// is the replacement of that; if one that was removed has none, the text says when it was removed.
func useInstead(l *discovery.ResourceLifecycle, all []discovery.ResourceLifecycle, newest discovery.Release, w language.Words) string {
	with := replacementOf(l, all, newest)
	for range all {
		i := slices.IndexFunc(all, func(l discovery.ResourceLifecycle) bool {
			return with != nil && l.GroupVersion == with.GroupVersion() && l.Kind == with.Kind && (l.Removed.AtOrBefore(newest) || l.DeprecatedIn(newest))
		})
		if i < 0 {
			break
		}
		next := replacementOf(&all[i], all, newest)
		switch {
		case next != nil:
			with = next
		case all[i].Removed.AtOrBefore(newest):
			return w.Text("life-gone-in", with.String(), all[i].Removed.String())
		default:
			return with.String()
		}
	}
	if with == nil {
		return ""
	}
	return with.String()
}

// replacementOf is the recorded replacement of a version. For a version that is deprecated or
// removed and has none, it is the most stable version of the kind in its group, or else in the only
// other group with the resource: extensions/v1beta1 Job is now in batch.
func replacementOf(l *discovery.ResourceLifecycle, all []discovery.ResourceLifecycle, newest discovery.Release) *discovery.GroupVersionKind {
	if l.Replacement != nil || !l.Deprecated.Known() && !l.Removed.Known() {
		return l.Replacement
	}
	best := map[string]*discovery.GroupVersionKind{}
	for i := range all {
		o := &all[i]
		if o.Kind != l.Kind || o.Resource != l.Resource || !o.In(newest) || o.Group == l.Group && discovery.CompareVersion(o.Version, l.Version) >= 0 {
			continue
		}
		if b := best[o.Group]; b == nil || discovery.CompareVersion(o.Version, b.Version) < 0 {
			best[o.Group] = &discovery.GroupVersionKind{Group: o.Group, Version: o.Version, Kind: o.Kind}
		}
	}
	if same := best[l.Group]; same != nil || len(best) != 1 || !l.Removed.AtOrBefore(newest) {
		return same
	}
	for _, other := range best {
		return other
	}
	return nil
}

// labelled writes a value after its label; on a narrow terminal without padding.
func labelled(label, value string, style layout.Style) string {
	if style.Narrow(len(label)) {
		return style.Hang("", "    ", strings.TrimRight(label, " ")+"  "+value)
	}
	return style.Hang(label, strings.Repeat(" ", len(label)), value)
}

// planned is a release; for a future release, the text says that it is planned.
func planned(r, newest discovery.Release, w language.Words) string {
	if r.Compare(newest) > 0 {
		return w.Text("life-planned", r.String())
	}
	return r.String()
}

func servedIn(l *discovery.ResourceLifecycle, newest discovery.Release, w language.Words) string {
	last := newest
	if l.Removed.AtOrBefore(newest) {
		last = discovery.Release{Major: l.Removed.Major, Minor: l.Removed.Minor - 1}
	}
	span := w.Text("life-span", l.Introduced.String(), last.String())
	switch last {
	case newest:
		span = w.Text("life-later", l.Introduced.String())
	case l.Introduced:
		span = last.String()
	}
	if !l.Enabled {
		span = w.Text("life-off", span)
	}
	return span
}

// ruleWidth is the least width of the names of a rule's facts.
const ruleWidth = 8

// pageWidth is the greatest width of a rule's text.
const pageWidth = 80

// RuleWriters are the formats of the page of a rule. The text of the rule is English in all
// languages.
func RuleWriters(r rule.Rule, lang string) format.Writers {
	words := language.Of(lang)
	p := page.Page{Title: r.ID, Language: lang, Blocks: func(add page.Adder) { rulePage(add, r, words) }}
	return documentWriters(p, func(style layout.Style) string { return ruleText(r, style, words) }, rulesValue([]rule.Rule{r}))
}

func rulePage(add page.Adder, r rule.Rule, w language.Words) {
	add(page.Block{Kind: page.Title, Level: 1, Line: page.Line{page.Code(r.ID)}})
	add.Paragraphs(budget.Title, r.Title)
	for _, f := range ruleFacts(r, w) {
		add(page.Block{Kind: page.Fact, Mark: page.Text(f.name), Line: page.Plain(f.value)})
	}
	add(page.Block{Kind: page.Prose, Text: r.Doc})
	if r.Example != "" {
		add(page.Block{Kind: page.Prose, Text: w.Text("rule-example") + ": " + r.Example})
	}
}

// ruleFacts are the facts of a rule, as text.
func ruleFacts(r rule.Rule, w language.Words) []lifecycleFact {
	severity := severityName(r.Severity, w)
	if r.Varies != "" {
		severity += "; " + r.Varies
	}
	facts := []lifecycleFact{{w.Text("rule-severity"), severity}, {w.Text("rule-since"), r.Since}}
	if r.Aspect != "" {
		facts = append(facts, lifecycleFact{w.Text("rule-needs"), w.Said(r.Aspect)})
	}
	return facts
}

// RuleListWriters are the formats of the list of rules.
func RuleListWriters(rules []rule.Rule, lang string) format.Writers {
	words := language.Of(lang)
	title := words.Text("rule-title")
	p := page.Page{Title: title, Language: lang, Blocks: func(add page.Adder) {
		add(page.Block{Kind: page.Title, Level: 1, Line: page.Plain(title)})
		add.Columns(page.Text(words.Text("page-rule")), page.Text(words.Text("rule-severity")), page.Text(words.Text("life-change")))
		for _, r := range rules {
			add.Row(budget.Title, page.Line{page.Code(r.ID)}, page.Plain(severityName(r.Severity, words)), page.Plain(r.Title))
		}
	}}
	return documentWriters(p, func(style layout.Style) string { return ruleLines(rules, style) }, rulesValue(rules))
}

// ruleText is the page of a rule for a terminal.
func ruleText(r rule.Rule, style layout.Style, words language.Words) string {
	var b strings.Builder
	page := style
	if page.Width <= 0 || page.Width > pageWidth {
		page.Width = pageWidth
	}
	b.WriteString(style.Hang("", "", style.Paint(layout.Bold, r.ID)) + style.Hang("", "", r.Title) + "\n")
	severity := style.Paint(layout.ColourOf(r.Severity), severityName(r.Severity, words))
	if r.Varies != "" {
		severity += "; " + r.Varies
	}
	label := func(key language.Key) string {
		return layout.Pad(words.Text(key), max(layout.Columns(words.Text("rule-since")), ruleWidth)) + "  "
	}
	b.WriteString(labelled(label("rule-severity"), severity, style) + labelled(label("rule-since"), r.Since, style) + "\n")
	b.WriteString(page.Hang("", "", strings.Join(strings.Fields(r.Doc), " ")))
	if r.Example != "" {
		b.WriteString("\n" + style.Hang("", "", words.Text("rule-example")+": "+r.Example))
	}
	if r.Aspect != "" {
		b.WriteString("\n" + style.Hang("", "", words.Text("rule-needs")+": "+words.Said(r.Aspect)+"."))
	}
	return b.String()
}

// RuleList writes a line for each rule. The wide form adds the release that introduced the rule,
// and what its severity depends on.
func RuleList(w io.Writer, rules []rule.Rule, style layout.Style) error {
	_, err := io.WriteString(w, ruleLines(rules, style))
	return err
}

func ruleLines(rules []rule.Rule, style layout.Style) string {
	var b strings.Builder
	for _, r := range rules {
		lead, title := fmt.Sprintf("%-28s %-12s ", r.ID, r.Severity), r.Title
		if style.Wide {
			lead += fmt.Sprintf("%-8s ", r.Since)
			if r.Varies != "" {
				title += " (" + r.Varies + ")"
			}
		}
		b.WriteString(style.Hang(lead, strings.Repeat(" ", layout.Columns(lead)), title))
	}
	return b.String()
}

// ruleEntry is a rule, as `kubedelta rules -o json` writes it.
type ruleEntry struct {
	ID       string        `json:"id"`
	Title    string        `json:"title"`
	Severity rule.Severity `json:"severity"`
	Varies   string        `json:"varies"`
	Since    string        `json:"since"`
	Doc      string        `json:"doc"`
	Example  string        `json:"example"`
	// Needs is the aspect that both sides must have for the rule to apply.
	Needs string `json:"needs"`
}

// RulesJSON writes rules as JSON.
func RulesJSON(w io.Writer, rules []rule.Rule) error { return format.WriteJSON(w, rulesValue(rules)) }

// rulesValue is the JSON form of rules.
func rulesValue(rules []rule.Rule) any {
	entries := make([]ruleEntry, 0, len(rules))
	for _, r := range rules {
		entries = append(entries, ruleEntry{r.ID, r.Title, r.Severity, r.Varies, r.Since, r.Doc, r.Example, r.Aspect})
	}
	return struct {
		APIVersion string      `json:"apiVersion"`
		Kind       string      `json:"kind"`
		Rules      []ruleEntry `json:"rules"`
	}{APIVersion, "Rules", entries}
}

// RulesMarkdown writes docs/rules.md, or the page of another set of rules.
func RulesMarkdown(w io.Writer, set string, rules []rule.Rule) error {
	var b strings.Builder
	if set == "" {
		b.WriteString("# Rules\n\n<!-- Generated by `kubedelta rules -o markdown`. Do not edit. -->\n\n")
	} else {
		fmt.Fprintf(&b, "# Rules of %s\n\n<!-- Generated by `kubedelta rules %s -o markdown`. Do not edit. -->\n\n", set, set)
	}
	b.WriteString("Rule IDs do not change: waivers and other programs refer to them.\n\n")
	b.WriteString("| rule | severity | what it finds |\n| --- | --- | --- |\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s |\n", r.ID, r.ID, r.Severity, r.Title)
	}
	for _, r := range rules {
		fmt.Fprintf(&b, "\n## %s\n\n%s. Severity: %s", r.ID, r.Title, r.Severity)
		if r.Varies != "" {
			b.WriteString("; " + r.Varies)
		}
		fmt.Fprintf(&b, ".\n\n%s\n\nExample: %s\n", r.Doc, r.Example)
		if r.Aspect != "" {
			fmt.Fprintf(&b, "\nCompared only if both sides have: %s.\n", r.Aspect)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
