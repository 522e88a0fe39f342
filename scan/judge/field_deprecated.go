package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func fieldDeprecated() Rule {
	return Rule{
		ID: "field-deprecated", Title: "The target deprecates a field", Severity: rule.Deprecation, Since: "0.2.0",
		Varies: "info for fields that servers write",
		Doc: "The description of the field says that it is deprecated; OpenAPI has no keyword for it. The API server accepts the field as long as it serves the " +
			"version.",
		Example: "`spec.serviceAccount` of a pod; use `serviceAccountName`.",
	}
}
