package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/report/format"
)

// ruleEntry is a rule as `kubedelta rules -o json` writes it.
type ruleEntry struct {
	ID       string        `json:"id"`
	Title    string        `json:"title"`
	Severity rule.Severity `json:"severity"`
	Varies   string        `json:"varies"`
	Since    string        `json:"since"`
	Doc      string        `json:"doc"`
	Example  string        `json:"example"`
	// Needs names the aspect that both sides must know for the rule to run.
	Needs string `json:"needs"`
}

// RulesJSON writes the registry as JSON.
func RulesJSON(w io.Writer, rules []rule.Rule) error {
	entries := make([]ruleEntry, 0, len(rules))
	for _, r := range rules {
		entries = append(entries, ruleEntry{r.ID, r.Title, r.Severity, r.Varies, r.Since, r.Doc, r.Example, r.Aspect})
	}
	return format.WriteJSON(w, struct {
		APIVersion string      `json:"apiVersion"`
		Kind       string      `json:"kind"`
		Rules      []ruleEntry `json:"rules"`
	}{APIVersion, "Rules", entries})
}

// RulesMarkdown writes docs/rules.md, and for another set the page of its rules.
func RulesMarkdown(w io.Writer, set string, rules []rule.Rule) error {
	var b strings.Builder
	if set == "" {
		b.WriteString("# Rules\n\n<!-- Made by `kubedelta rules -o markdown`; a test says when it is stale. -->\n\n")
	} else {
		fmt.Fprintf(&b, "# Rules of %s\n\n<!-- Made by `kubedelta rules %s -o markdown`; a test says when it is stale. -->\n\n", set, set)
	}
	b.WriteString("The IDs are an interface: waivers and other programs name them, and they never change.\n\n")
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
			fmt.Fprintf(&b, "\nRuns only where both sides know: %s.\n", r.Aspect)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
