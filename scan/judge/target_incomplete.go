package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func targetIncomplete() Rule {
	return Rule{
		ID: "target-incomplete", Title: "The target could not tell whether it serves an object's version", Severity: rule.Unknown, Since: "0.2.0",
		Doc: "What the target has of the group-version could not be read: an aggregated server that does not answer, a document that is missing. The " +
			"object may work or not.",
		Example: "`metrics.k8s.io/v1beta1` could not be read from the cluster.",
	}
}
