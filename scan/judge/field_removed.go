package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func fieldRemoved() Rule {
	return Rule{
		ID: "field-removed", Title: "The target no longer has a field", Severity: rule.Breaking, Since: "0.2.0",
		Varies: "risky in alpha versions and below status",
		Doc: "The target's schema does not have the field, and an earlier release, or the release given with --from, has it in the same version of the API. kubectl " +
			"rejects the object; for other clients the API server silently drops the field.",
		Example: "1.31 has no `resourceClaims[].source` in pods.",
	}
}
