package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func labelDeprecated() Rule {
	return Rule{
		ID: "label-deprecated", Title: "A well-known label or taint is deprecated", Severity: rule.Deprecation, Since: "0.2.0",
		Doc:     "As `label-removed`, for labels and taints that still have an effect and have a newer name.",
		Example: "`nodeSelector: {beta.kubernetes.io/os: linux}`; use `kubernetes.io/os`.",
	}
}
