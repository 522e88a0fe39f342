package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func referenceRemoved() Rule {
	return Rule{
		ID: "reference-removed", Title: "An object refers to an API that the target no longer serves", Severity: rule.Breaking, Since: "0.2.0",
		Varies: "risky if the kind is still served in another version, for alpha versions, and for rules that name nothing else; info if the rest of the rule, or " +
			"another rule of the same object, has the same effect",
		Doc: "A scale target, an owner, a nested object, a role, a webhook, a policy or an APIService names a version, a group or a resource that the target no " +
			"longer serves. A webhook whose rule names only removed versions is not called.",
		Example: "`scaleTargetRef: {apiVersion: extensions/v1beta1, kind: Deployment}`",
	}
}
