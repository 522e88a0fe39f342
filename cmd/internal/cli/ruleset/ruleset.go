// Package ruleset has the rules that each command can report, and the addresses of their pages. It
// reads no files and no flags.
package ruleset

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/report/findings"
	"github.com/kubedelta/kubedelta/report/rehearse"
	"github.com/kubedelta/kubedelta/report/usage"
	"github.com/kubedelta/kubedelta/scan/checker"
	"github.com/kubedelta/kubedelta/scan/validate"
)

// All returns the rules of diff, scan, usage and preflight.
func All() []rule.Rule {
	return slices.Concat(rule.Registry(), Scan(), Usage(), Preflight())
}

// Scan returns the rules of scan.
func Scan() []rule.Rule { return append(checker.Rules(), validate.Rule()) }

// Preflight returns the checks of preflight as rules.
func Preflight() []rule.Rule {
	return slice.Map(check.Every(), func(c preflight.Check) rule.Rule {
		return rule.Rule{ID: c.ID, Title: c.Title, Severity: c.Severity, Since: c.Since, Doc: c.Doc}
	})
}

// Usage returns the rules that usage has besides those of scan.
func Usage() []rule.Rule { return []rule.Rule{usage.ClientSkew()} }

// OfScan reports whether an ID is that of a rule of scan.
func OfScan(id string) bool { return hasRule(Scan(), id) }

// OfUsage reports whether an ID is that of a rule of usage.
func OfUsage(id string) bool { return OfScan(id) || id == usage.ClientSkew().ID }

// OfRehearse reports whether an ID is that of a rule of rehearse.
func OfRehearse(id string) bool { return hasRule(rehearse.Rules(), id) }

// Shared returns the IDs of the rules of diff, scan, usage and rehearse. These commands share waivers.
func Shared() []string {
	all := slices.Concat(rule.Registry(), Scan(), Usage(), rehearse.Rules())
	return slice.Map(all, func(r rule.Rule) string { return r.ID })
}

// Known reports whether an ID is that of a rule of these commands.
func Known(id string) bool { return slices.Contains(Shared(), id) }

func hasRule(rules []rule.Rule, id string) bool {
	return slices.ContainsFunc(rules, func(r rule.Rule) bool { return r.ID == id })
}

func scanPages() []rule.Rule { return PagesOf(Scan(), "scan-rules.md") }

// PagesOfScan returns the rules of a report of scan. With --rehearse, these include the rules of
// rehearse.
func PagesOfScan(r *findings.Report) []rule.Rule {
	for id := range r.Summary.ByRule {
		if OfRehearse(id) {
			return slices.Concat(scanPages(), RehearsePages())
		}
	}
	return scanPages()
}

// PreflightPages returns the checks of preflight.
func PreflightPages() []rule.Rule { return PagesOf(Preflight(), "preflight-checks.md") }

// PagesOf returns rules with their addresses on a page, a file in docs.
func PagesOf(rules []rule.Rule, page string) (pages []rule.Rule) {
	for _, r := range rules {
		r.HelpURI = "https://github.com/kubedelta/kubedelta/blob/main/docs/" + page + "#" + r.ID
		pages = append(pages, r)
	}
	return pages
}

// UsagePages returns the rules of usage.
func UsagePages() []rule.Rule {
	return slices.Concat(scanPages(), PagesOf(Usage(), "usage.md"))
}

// RehearsePages returns the rules of rehearse.
func RehearsePages() []rule.Rule { return PagesOf(rehearse.Rules(), "rehearse.md") }
