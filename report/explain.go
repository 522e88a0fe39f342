package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// Lives is what `kubedelta explain RESOURCE -o json` writes.
type Lives struct {
	APIVersion string           `json:"apiVersion"`
	Kind       string           `json:"kind"`
	Lives      []discovery.Life `json:"lives"`
}

// ExplainJSON writes lives as JSON.
func ExplainJSON(w io.Writer, lives []discovery.Life) error {
	return writeJSON(w, Lives{APIVersion: APIVersion, Kind: "Lives", Lives: lives})
}

// ExplainText tells the life of each version of a resource, as of the newest
// release that is known.
func ExplainText(w io.Writer, lives []discovery.Life, newest discovery.Release, style Style) error {
	var b strings.Builder
	for i := range lives {
		if i > 0 {
			b.WriteString("\n")
		}
		explainLife(&b, &lives[i], newest, style)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func explainLife(b *strings.Builder, l *discovery.Life, newest discovery.Release, style Style) {
	fmt.Fprintf(b, "%s\n", style.paint(bold, l.GroupVersion.String()+" "+l.Kind+" ("+l.Resource+")"))
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(b, "  %-12s %s\n", name, value)
		}
	}
	line("stability", string(discovery.StabilityOf(l.Version)))
	line("introduced", l.Introduced.String())
	line("deprecated", l.Deprecated.String())
	if l.Withdrawn.Known() {
		line("", "withdrawn in "+l.Withdrawn.String())
	}
	line("removed", removal(l, newest))
	if l.Replacement != nil {
		line("use instead", l.Replacement.String())
	}
	line("served in", servedIn(l, newest))
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

// RulePage writes the page of a rule.
func RulePage(w io.Writer, r rule.Rule, style Style) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n\n", style.paint(bold, r.ID), r.Title)
	severity := style.severity(r.Severity, string(r.Severity))
	if r.Varies != "" {
		severity += "; " + r.Varies
	}
	fmt.Fprintf(&b, "severity  %s\nsince     %s\n\n%s\n", severity, r.Since, wrap(r.Doc, 80))
	if r.Example != "" {
		fmt.Fprintf(&b, "\nExample: %s\n", r.Example)
	}
	if r.Aspect != "" {
		fmt.Fprintf(&b, "\nRuns only where both sides know: %s.\n", r.Aspect)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// wrap breaks a text into lines of at most width characters, at spaces.
func wrap(text string, width int) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		if i > 0 && column+1+len(word) > width {
			b.WriteString("\n")
			column = 0
		} else if i > 0 {
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

// RuleList writes a line for each rule.
func RuleList(w io.Writer, rules []rule.Rule) error {
	var b strings.Builder
	for _, r := range rules {
		fmt.Fprintf(&b, "%-28s %-12s %s\n", r.ID, r.Severity, r.Title)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
