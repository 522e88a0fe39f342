package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func valueDeprecated() Rule {
	return Rule{
		ID: "value-deprecated", Title: "The target has deprecated a value", Severity: rule.Deprecation, Since: "0.2.0",
		Varies: "risky where the value no longer works",
		Doc: "The field takes several values, and this one is deprecated or gone: volume plugins that were part of Kubernetes, spellings that have a " +
			"better one. Descriptions and release notes tell; the source of each is in the code.",
		Example: "`provisioner: kubernetes.io/glusterfs`, gone in 1.26.",
	}
}
