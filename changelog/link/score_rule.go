package link

import (
	"slices"
	"strings"
)

// ruleWords returns the stems that notes use for what a rule finds, for rules that neither add nor
// remove a thing.
func ruleWords(rule string) []string {
	switch {
	case rule == "enum-introduced":
		return []string{"enum", "enums"}
	case rule == "names-changed":
		return []string{"shortnam", "short", "singular", "alia", "categor", "categori"}
	case strings.Contains(rule, "topology") || rule == "patch-merge-changed":
		return []string{"atomic", "granular", "merg", "listtyp", "maptyp", "ownership", "duplic", "ssa"}
	case strings.HasPrefix(rule, "default"):
		return []string{"default", "omitt", "unset"}
	case strings.HasPrefix(rule, "enum"):
		return []string{"valu", "enum", "enums"}
	case strings.Contains(rule, "required"):
		return []string{"requir", "optional", "required", "option", "requiredness", "mandatory", "omitt"}
	case strings.HasPrefix(rule, "constraint") || strings.HasPrefix(rule, "cel") || strings.Contains(rule, "format"):
		return []string{"valid", "validation", "limit", "maximum", "minimum", "max", "min", "length", "pattern", "format", "cel", "rul", "invalid"}
	case rule == "kind-changed":
		return []string{"accept", "return", "expect", "typ", "struct", "replac", "renam"}
	case rule == "field-type-changed":
		return []string{"typ", "struct", "replac", "renam"}
	case rule == "union-changed":
		return []string{"union", "discriminator", "exactly", "one"}
	default:
		return nil
	}
}

// writtenDown reports whether a rule finds properties that existed before and are new only in the
// documents. Few notes are about that, and they say so.
func writtenDown(rule string) bool { return rule == "enum-introduced" || rule == "names-changed" }

// agreeOnRule gives points if a note mentions what the rule finds.
func agreeOnRule(s *subject, c *candidate, e *entry) {
	words := ruleWords(s.change.Rule)
	if words == nil {
		return
	}
	for _, w := range words {
		if slices.Contains(e.words, w) {
			c.give(1, "mentions it: "+w)
			return
		}
	}
	if writtenDown(s.change.Rule) {
		c.give(-6, "")
	}
	c.give(-1.5, "")
}
