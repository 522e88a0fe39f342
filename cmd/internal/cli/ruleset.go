package cli

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight/check"
	"github.com/kubedelta/kubedelta/report/rehearse"
	"github.com/kubedelta/kubedelta/report/usage"
	"github.com/kubedelta/kubedelta/scan/judge"
	"github.com/kubedelta/kubedelta/scan/validate"
)

// allRules are the rules of diff, of scan, of usage and of preflight.
func allRules() []rule.Rule {
	return slices.Concat(rule.Registry(), scanRules(), usageRules(), preflightRules())
}

// scanRules are the rules of scan.
func scanRules() []rule.Rule { return append(judge.Rules(), validate.Rule()) }

// preflightRules are the checks, in the form of diff's rules.
func preflightRules() (out []rule.Rule) {
	for _, c := range check.Every() {
		out = append(out, rule.Rule{ID: c.ID, Title: c.Title, Severity: c.Severity, Since: c.Since, Doc: c.Doc})
	}
	return out
}

// usageRules are the rules of usage beside those of scan.
func usageRules() []rule.Rule { return []rule.Rule{usage.ClientSkew()} }

func ofScan(id string) bool { return hasRule(scanRules(), id) }

// ofUsage: it is a rule that usage has.
func ofUsage(id string) bool { return ofScan(id) || id == usage.ClientSkew().ID }

func ofRehearse(id string) bool { return hasRule(rehearse.Rules(), id) }

// knownRule: it is a rule of scan, of usage, of rehearse or of diff, which share the waivers.
func knownRule(id string) bool {
	_, ofDiff := rule.ByID(id)
	return ofUsage(id) || ofRehearse(id) || ofDiff
}

func hasRule(rules []rule.Rule, id string) bool {
	return slices.ContainsFunc(rules, func(r rule.Rule) bool { return r.ID == id })
}
