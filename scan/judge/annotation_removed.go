package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func annotationRemoved() Rule {
	return Rule{
		ID: "annotation-removed", Title: "A well-known annotation no longer has an effect", Severity: rule.Risky, Since: "0.2.0",
		Doc: "The annotation is kept, but nothing reads it. Not reported if the field that replaces it is set, or on a kind of object on which it never had an " +
			"effect. API documents do not list these annotations; the code names the source of each.",
		Example: "`seccomp.security.alpha.kubernetes.io/pod`, which has no effect from 1.27 on.",
	}
}
