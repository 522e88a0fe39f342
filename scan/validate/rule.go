package validate

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/scan/judge"
)

// Rule describes what validation finds, for the list of rules.
func Rule() judge.Rule {
	return judge.Rule{
		ID: RuleID, Title: "An object does not fit the target's schema", Severity: rule.Breaking,
		Varies: "risky for a repeated key in a list of a built-in kind, which the API server takes in some places; unknown for what is nested too deep to be looked at",
		Since:  "0.1.0",
		Doc: "With `--validate` each object is held against the schema of its kind at the target: types, required fields, formats, bounds, values, and the keys " +
			"of lists, with what Kubernetes means by them: a quantity is a number or a text, an int-or-string is either, a field that preserves unknown fields takes any. " +
			"Below status only types count, and for custom resources nothing does: the API server decodes what is written there and drops it. " +
			"The API server checks more than its schemas tell, in code and by CEL rules: what passes here may still be refused.",
		Example: "`replicas: \"3\"` in a Deployment is a text where an integer belongs.",
	}
}
