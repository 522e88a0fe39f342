package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func kindUnknown() Rule {
	return Rule{
		ID: "kind-unknown", Title: "The target has never heard of an object's kind", Severity: rule.Breaking, Since: "0.2.0",
		Doc: "The group is Kubernetes' own, or one that the target serves, and it has no such version or no such kind: a slip of the pen, a kind in the " +
			"wrong letter case, or a version that came later than the target. Kinds of other groups are not judged, and counted as such.",
		Example: "`apiVersion: apps/v1`, `kind: deployment`; did you mean Deployment?",
	}
}
