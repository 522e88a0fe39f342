package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func resourceRemoved() Rule {
	return Rule{
		ID: "resource-removed", Title: "The target no longer serves the API version of an object", Severity: rule.Breaking, Since: "0.2.0",
		Varies: "risky for alpha versions of Kubernetes' own APIs",
		Doc: "The target does not serve the version of the API in which the object is written, or no longer serves its kind: the API server rejects the object. " +
			"`removed` is the release that removed it, `replacement` the API to use instead, and `replacementServed` whether the target serves that one. A version " +
			"that the target's release serves, but that is turned off at the target, is reported, too.",
		Example: "1.25 rejects `apiVersion: policy/v1beta1`, `kind: PodDisruptionBudget`; use `policy/v1`.",
	}
}
