package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func annotationRemoved() Rule {
	return Rule{
		ID: "annotation-removed", Title: "A well-known annotation no longer counts", Severity: rule.Risky, Since: "0.2.0",
		Doc: "The annotation is kept and nobody acts on it, so that the object behaves otherwise than it says. No API document tells; the source of each " +
			"is in the code.",
		Example: "`seccomp.security.alpha.kubernetes.io/pod`, without effect from 1.27 on.",
	}
}
