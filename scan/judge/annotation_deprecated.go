package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func annotationDeprecated() Rule {
	return Rule{
		ID: "annotation-deprecated", Title: "A well-known annotation is deprecated", Severity: rule.Deprecation, Since: "0.2.0",
		Doc:     "As `annotation-removed`, for annotations that still have an effect. Most are replaced by a field.",
		Example: "`kubernetes.io/ingress.class`; use `spec.ingressClassName`.",
	}
}
