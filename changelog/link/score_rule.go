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
	case rule == "field-deprecation-withdrawn" || rule == "api-undeprecated":
		return []string{"deprecat", "undeprecat", "deprecation"}
	case rule == "field-type-changed":
		return []string{"typ", "struct", "replac", "renam"}
	case rule == "union-changed":
		return []string{"union", "discriminator", "exactly", "one"}
	default:
		return nil
	}
}

// saysSo reports whether notes about what a rule finds always mention it. Properties that existed
// before can be new in the documents only, and a deprecation is rarely withdrawn.
func saysSo(rule string) bool {
	return slices.Contains([]string{"enum-introduced", "names-changed", "field-deprecation-withdrawn", "api-undeprecated"}, rule)
}

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
	if saysSo(s.change.Rule) {
		c.give(-6, "")
	}
	c.give(-1.5, "")
}
