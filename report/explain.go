package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/format"
	"github.com/kubedelta/kubedelta/report/layout"
)

// Lives is what `kubedelta explain RESOURCE -o json` writes.
type Lives struct {
	APIVersion string           `json:"apiVersion"`
	Kind       string           `json:"kind"`
	Lives      []discovery.Life `json:"lives"`
}

// ExplainJSON writes lives as JSON.
func ExplainJSON(w io.Writer, lives []discovery.Life) error {
	return format.WriteJSON(w, Lives{APIVersion: APIVersion, Kind: "Lives", Lives: lives})
}

// ExplainText tells the life of each version of a resource, as of the newest
// release that is known. all are the lives of all resources.
func ExplainText(w io.Writer, lives, all []discovery.Life, newest discovery.Release, style Style) error {
	var b strings.Builder
	for i := range lives {
		if i > 0 {
			b.WriteString("\n")
		}
		explainLife(&b, &lives[i], all, newest, style)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func explainLife(b *strings.Builder, l *discovery.Life, all []discovery.Life, newest discovery.Release, style Style) {
	b.WriteString(style.Hang("", "  ", style.Paint(layout.Bold, l.GroupVersion.String()+" "+l.Kind+" ("+l.Resource+")")))
	line := func(name, value string) {
		if value != "" {
			b.WriteString(labelled(fmt.Sprintf("  %-12s ", name), value, style))
		}
	}
	line("stability", string(discovery.StabilityOf(l.Version)))
	line("introduced", l.Introduced.String())
	line("deprecated", l.Deprecated.String())
	if l.Withdrawn.Known() {
		line("", "withdrawn in "+l.Withdrawn.String())
	}
	line("removed", removal(l, newest))
	line("use instead", useInstead(l, all, newest))
	line("served in", servedIn(l, newest))
}

// useInstead is what took the place of a version, or of what took its place and is gone,
// too. Where nothing is left, it says since when.
func useInstead(l *discovery.Life, all []discovery.Life, newest discovery.Release) string {
	with := l.Replacement
	if with == nil {
		with = moreStable(l, all, newest)
	}
	for range all {
		i := slices.IndexFunc(all, func(l discovery.Life) bool {
			return with != nil && l.GroupVersion == with.GroupVersion() && l.Kind == with.Kind && l.Removed.AtOrBefore(newest)
		})
		if i < 0 {
			break
		}
		if all[i].Replacement == nil {
			return with.String() + " (removed in " + all[i].Removed.String() + ")"
		}
		with = all[i].Replacement
	}
	if with == nil {
		return ""
	}
	return with.String()
}

// moreStable is the most stable version of the kind, where one that is deprecated or gone
// has no replacement of record.
func moreStable(l *discovery.Life, all []discovery.Life, newest discovery.Release) (with *discovery.GroupVersionKind) {
	if !l.Deprecated.Known() && !l.Removed.Known() {
		return nil
	}
	best := l.Version
	for i := range all {
		o := &all[i]
		if o.Group == l.Group && o.Kind == l.Kind && o.In(newest) && discovery.CompareVersion(o.Version, best) < 0 {
			best, with = o.Version, &discovery.GroupVersionKind{Group: o.Group, Version: o.Version, Kind: o.Kind}
		}
	}
	return with
}

// labelled writes a value behind its label, on a narrow terminal right behind it.
func labelled(label, value string, style Style) string {
	if style.Narrow(len(label)) {
		return style.Hang("", "    ", strings.TrimRight(label, " ")+"  "+value)
	}
	return style.Hang(label, strings.Repeat(" ", len(label)), value)
}

// removal is the release of the removal; one that is not out yet is a plan.
func removal(l *discovery.Life, newest discovery.Release) string {
	if l.Removed.Known() && l.Removed.Compare(newest) > 0 {
		return l.Removed.String() + " (planned)"
	}
	return l.Removed.String()
}

func servedIn(l *discovery.Life, newest discovery.Release) string {
	last := newest
	if l.Removed.AtOrBefore(newest) {
		last = discovery.Release{Major: l.Removed.Major, Minor: l.Removed.Minor - 1}
	}
	span := l.Introduced.String() + " to " + last.String()
	if last == newest {
		span = l.Introduced.String() + " and later"
	}
	if !l.Enabled {
		span += ", off by default"
	}
	return span
}

// pageWidth is that of a rule's text, where a terminal is not narrower.
const pageWidth = 80

// RulePage writes the page of a rule.
func RulePage(w io.Writer, r rule.Rule, style Style) error {
	var b strings.Builder
	page := style
	if page.Width <= 0 || page.Width > pageWidth {
		page.Width = pageWidth
	}
	b.WriteString(style.Hang("", "", style.Paint(layout.Bold, r.ID)) + style.Hang("", "", r.Title) + "\n")
	severity := style.Severity(r.Severity, string(r.Severity))
	if r.Varies != "" {
		severity += "; " + r.Varies
	}
	b.WriteString(labelled("severity  ", severity, style) + labelled("since     ", r.Since, style) + "\n")
	b.WriteString(page.Hang("", "", strings.Join(strings.Fields(r.Doc), " ")))
	if r.Example != "" {
		b.WriteString("\n" + style.Hang("", "", "Example: "+r.Example))
	}
	if r.Aspect != "" {
		b.WriteString("\n" + style.Hang("", "", "Compared only if both sides have: "+r.Aspect+"."))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// RuleList writes a line for each rule; wide, with the release that it came in and
// what its severity depends on.
func RuleList(w io.Writer, rules []rule.Rule, style Style) error {
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
