package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func referenceUnknown() Rule {
	return Rule{
		ID: "reference-unknown", Title: "An object refers to an API that the target does not know or serve", Severity: rule.Risky, Since: "0.2.0",
		Varies:  "unknown if the target could not be read",
		Doc:     "The reference names a kind or a version, in a group of Kubernetes' own or one that the target serves, that does not exist or is off by default.",
		Example: "`scaleTargetRef: {apiVersion: apps/v1, kind: deployment}`",
	}
}
