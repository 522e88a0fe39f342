package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func referenceRemoved() Rule {
	return Rule{
		ID: "reference-removed", Title: "Something refers to what the target no longer serves", Severity: rule.Breaking, Since: "0.2.0",
		Varies: "risky where the kind is still served in another version, for alpha versions, and in rules that name nothing else; info where the rest of the rule, or another rule beside it, has the same effect",
		Doc: "A target of scaling, an owner, an object within another, a role, a webhook, a policy or an APIService names a version, a group or a resource " +
			"that is not served any more. A webhook whose rule names only versions that are gone is not called.",
		Example: "`scaleTargetRef: {apiVersion: extensions/v1beta1, kind: Deployment}`",
	}
}
