package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func fieldRemoved() Rule {
	return Rule{
		ID: "field-removed", Title: "The target does not have a field any more", Severity: rule.Breaking, Since: "0.2.0",
		Varies: "risky in alpha versions and below status",
		Doc: "An earlier release, or what one comes from, has the field in the same version of the API, and the target's schema does not. kubectl refuses " +
			"the object; other clients have the field dropped in silence.",
		Example: "1.31 has no `resourceClaims[].source` in pods.",
	}
}
