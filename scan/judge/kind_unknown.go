package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func kindUnknown() Rule {
	return Rule{
		ID: "kind-unknown", Title: "The target does not know the kind of an object", Severity: rule.Breaking, Since: "0.2.0",
		Doc: "The group is one of Kubernetes' own, or one that the target serves, and it does not have the version or the kind: a typing error, a kind in the wrong " +
			"letter case, or a version that is newer than the target. Kinds of other groups are not checked, and the report counts them.",
		Example: "`apiVersion: apps/v1`, `kind: deployment`; did you mean Deployment?",
	}
}
