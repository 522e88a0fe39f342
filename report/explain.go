package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
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
	value := Lifecycles{APIVersion: APIVersion, Kind: "Lives", Lifecycles: lifecycles}
	return format.Document(value, func(form string) page.Page { return lifecyclesPage(lifecycles, all, newest, lang, form) })
}

// lifecycleWidth is the least width of the names of facts of a lifecycle in text.
const lifecycleWidth = 13

// Text has no title, because each name is a heading.
func lifecyclesPage(lifecycles, all []discovery.ResourceLifecycle, newest discovery.Release, lang, form string) page.Page {
	words := language.Of(lang)
	names := slice.Map(lifecycles, func(l discovery.ResourceLifecycle) string {
		return l.GroupVersion.String() + " " + l.Kind + " (" + l.Resource + ")"
	})
	width := max(lifecycleWidth, layout.Columns(words.Text("life-served-in"))+2) // the longest name
	return page.Page{Title: strings.Join(names, ", "), FactWidth: width, Language: lang, Blocks: func(add page.Adder) {
		title := page.Block{Kind: page.Title, Level: 1, Line: page.Line{page.Code(names[0])}}
		if len(names) > 1 {
			title.Line = page.Plain(lifecycles[0].Kind)
		}
		if form != format.Text {
			add(title)
		}
		for i := range lifecycles {
			if form == format.Text || len(names) > 1 {
				add.Heading(2, page.Code(names[i]))
			}
			lifecycleFacts(&lifecycles[i], all, newest, words, func(key language.Key, value string) {
				if value != "" {
					add(page.Block{Kind: page.Fact, Mark: page.Text(words.Text(key)), Line: page.Plain(value)})
				}
			})
		}
	}}
}

func lifecycleFacts(l *discovery.ResourceLifecycle, all []discovery.ResourceLifecycle, newest discovery.Release, w language.Words, add func(key language.Key, value string)) {
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
}

// useInstead is the replacement of a version; if that was removed, the text says when.
func useInstead(l *discovery.ResourceLifecycle, all []discovery.ResourceLifecycle, newest discovery.Release, w language.Words) string {
	switch with, gone := Replacement(l, all, newest); {
	case with == nil:
		return ""
	case gone.Known():
		return w.Text("life-gone-in", with.String(), gone.String())
	default:
		return with.String()
	}
}

// Replacement is the replacement of a version, or nil; if that is removed or deprecated, its replacement. gone is the
// release that removed one without a replacement.
func Replacement(l *discovery.ResourceLifecycle, all []discovery.ResourceLifecycle, newest discovery.Release) (with *discovery.GroupVersionKind, gone discovery.Release) {
	with = replacementOf(l, all, newest)
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
			return with, all[i].Removed
		default:
			return with, gone
		}
	}
	return with, gone
}

// Without a recorded replacement, it is the most stable version of the kind in its group, or else in the only other
// group with the resource: extensions/v1beta1 Job is now in batch.
func replacementOf(l *discovery.ResourceLifecycle, all []discovery.ResourceLifecycle, newest discovery.Release) *discovery.GroupVersionKind {
	if l.Replacement != nil || !l.Deprecated.Known() && !l.Removed.Known() {
		return l.Replacement
	}
	best := map[string]*discovery.GroupVersionKind{}
	for o := range slice.Each(all) {
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

// ruleWidth is the least width of the names of a rule's facts in text, and pageWidth that of its text.
const (
	ruleWidth = 10
	pageWidth = 80
)

// RuleWriters are the formats of the page of a rule. The text of the rule is English in all
// languages.
func RuleWriters(r rule.Rule, lang string) format.Writers {
	words := language.Of(lang)
	width := max(ruleWidth, layout.Columns(words.Text("rule-since"))+2)
	p := page.Page{Title: r.ID, Width: pageWidth, FactWidth: width, Language: lang, Blocks: func(add page.Adder) { rulePage(add, r, words) }}
	return format.Document(rulesValue([]rule.Rule{r}), func(string) page.Page { return p })
}

func rulePage(add page.Adder, r rule.Rule, w language.Words) {
	add(page.Block{Kind: page.Title, Level: 1, Line: page.Line{page.Code(r.ID)}})
	add.Paragraphs(budget.Title, r.Title)
	fact := func(key language.Key, runs ...page.Run) {
		add(page.Block{Kind: page.Fact, Mark: page.Text(w.Text(key)), Line: runs})
	}
	severity := page.Line{SeverityRun(r.Severity, w)}
	if r.Varies != "" {
		severity = append(severity, page.Text("; "+r.Varies))
	}
	fact("rule-severity", severity...)
	fact("rule-since", page.Text(r.Since))
	add(page.Block{Kind: page.Prose, Text: r.Doc})
	if r.Example != "" {
		add(page.Block{Kind: page.Prose, Text: w.Text("rule-example") + ": " + r.Example})
	}
	if r.Aspect != "" {
		add(page.Block{Kind: page.Prose, Text: w.Text("rule-needs") + ": " + w.Said(r.Aspect) + "."})
	}
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
	out := format.Document(rulesValue(rules), func(string) page.Page { return p })
	out[format.Text] = func(w io.Writer, o format.Options) error { return ruleList(w, rules, o.Style()) }
	return out
}

// ruleList writes a line for each rule. The wide form adds the release that introduced the rule,
// and what its severity depends on.
func ruleList(w io.Writer, rules []rule.Rule, style layout.Style) error {
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
	_, err := io.WriteString(w, b.String())
	return err
}

func rulesValue(rules []rule.Rule) any {
	return struct {
		APIVersion string      `json:"apiVersion"`
		Kind       string      `json:"kind"`
		Rules      []rule.Rule `json:"rules"`
	}{APIVersion, "Rules", rules}
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
