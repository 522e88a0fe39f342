package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func referenceDeprecated() Rule {
	return Rule{
		ID: "reference-deprecated", Title: "Something refers to a version that the target has deprecated", Severity: rule.Deprecation, Since: "0.2.0",
		Doc:     "As `reference-removed`, for a version that still works and will go.",
		Example: "`describedObject: {apiVersion: networking.k8s.io/v1beta1, kind: Ingress}` in 1.19.",
	}
}
