package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func resourceRemoved() Rule {
	return Rule{
		ID: "resource-removed", Title: "The target no longer serves an object's version", Severity: rule.Breaking, Since: "0.2.0",
		Varies: "risky for alpha versions",
		Doc: "The object is written in a version of its API, or of a kind, that the target does not serve any more: it is refused. `removed` is the " +
			"release that took it away, `replacement` what took its place, and `replacementServed` whether the target serves that. A version that is " +
			"merely off at the target, though its release would serve it, is found too.",
		Example: "1.25 refuses `apiVersion: policy/v1beta1`, `kind: PodDisruptionBudget`; write `policy/v1`.",
	}
}
