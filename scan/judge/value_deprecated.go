package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func valueDeprecated() Rule {
	return Rule{
		ID: "value-deprecated", Title: "The target deprecates a value", Severity: rule.Deprecation, Since: "0.2.0",
		Varies: "risky if the value no longer works",
		Doc: "The field has several possible values, and this one is deprecated or was removed: volume plugins that were part of Kubernetes, and values with a " +
			"newer name. Descriptions and release notes say so; the code names the source of each.",
		Example: "`provisioner: kubernetes.io/glusterfs`, removed in 1.26.",
	}
}
