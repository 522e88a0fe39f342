package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func targetIncomplete() Rule {
	return Rule{
		ID: "target-incomplete", Title: "It is not known whether the target serves the API version of an object", Severity: rule.Unknown, Since: "0.2.0",
		Doc: "The target's group-version could not be read: an aggregated API server does not answer, or a document is missing. The target may accept the object or " +
			"not.",
		Example: "`metrics.k8s.io/v1beta1` could not be read from the cluster.",
	}
}
