package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func fieldUnknown() Rule {
	return Rule{
		ID: "field-unknown", Title: "The target's schema does not have a field", Severity: rule.Breaking, Since: "0.2.0",
		Doc: "Checked only with --strict: the schema lists the fields of an object, and this is not one of them. kubectl rejects the object; for other clients the " +
			"API server silently drops the field.",
		Example: "`spec.replica` in a Deployment; did you mean replicas?",
	}
}
