package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func annotationRemoved() Rule {
	return Rule{
		ID: "annotation-removed", Title: "A well-known annotation no longer counts", Severity: rule.Risky, Since: "0.2.0",
		Doc: "The annotation is kept, but nothing acts on it. Not reported where the field that replaces it is set, or on a kind of object on which it " +
			"never had an effect. No API document lists these annotations; the source of each is in the code.",
		Example: "`seccomp.security.alpha.kubernetes.io/pod`, without effect from 1.27 on.",
	}
}
