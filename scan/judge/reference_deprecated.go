package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func referenceDeprecated() Rule {
	return Rule{
		ID: "reference-deprecated", Title: "An object refers to an API version that the target deprecates", Severity: rule.Deprecation, Since: "0.2.0",
		Doc:     "As `reference-removed`, for a version that is still served and will be removed.",
		Example: "`describedObject: {apiVersion: networking.k8s.io/v1beta1, kind: Ingress}` in 1.19.",
	}
}
