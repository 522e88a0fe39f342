package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func fieldUnknown() Rule {
	return Rule{
		ID: "field-unknown", Title: "The target's schema does not have a field", Severity: rule.Breaking, Since: "0.2.0",
		Doc: "Found with --strict only: the schema lists the fields and this is none of them. kubectl refuses the object; other clients have the field " +
			"dropped in silence.",
		Example: "`spec.replica` in a Deployment; did you mean replicas?",
	}
}
