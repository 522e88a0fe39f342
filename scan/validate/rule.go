package validate

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/scan/checker"
)

// Rule is the rule of this package, for the list of rules.
func Rule() checker.Rule {
	return checker.Rule{
		ID: RuleID, Title: "An object does not match the target's schema", Severity: rule.Breaking,
		Varies: "risky for a repeated key in a list of a built-in kind, which the API server accepts in some places; possible for a missing field of an object with directives of a strategic merge patch (`$patch`), and for a missing name in an object that a chart writes or in a Pod, from which other tools may create pods, for a name that looks like a placeholder (`{NAME}`, `%NAME%`, `MY_NAME`), and for a value such as `<port>` that is not valid; unknown for objects that are nested too deep to " +
			"be checked",
		Since: "0.1.0",
		Doc: "With `--validate` each object is validated against the schema of its kind at the target: types, required fields, formats, bounds, enums, names, labels and annotations, and the keys " +
			"of lists. Kubernetes' own types are respected: a quantity is a number or a string, an int-or-string is either, and a field that preserves unknown " +
			"fields accepts any. Below status only types are checked, and nothing for custom resources: the API server drops a status in a manifest. The API " +
			"server validates more than its schemas say, in code and with CEL rules: it may still reject an object that is valid here. Whole objects inside other objects are validated too.",
		Example: "`replicas: \"3\"` in a Deployment is a string; an integer is required.",
	}
}
