package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func fieldDeprecated() Rule {
	return Rule{
		ID: "field-deprecated", Title: "The target has deprecated a field", Severity: rule.Deprecation, Since: "0.2.0",
		Varies:  "info for what servers write",
		Doc:     "The description of the field calls it deprecated; nothing else tells. It works until its version goes, if it does anything.",
		Example: "`spec.serviceAccount` of a pod; use `serviceAccountName`.",
	}
}
