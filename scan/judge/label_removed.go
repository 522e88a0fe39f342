package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func labelRemoved() Rule {
	return Rule{
		ID: "label-removed", Title: "A well-known label or taint no longer has an effect", Severity: rule.Risky, Since: "0.2.0",
		Doc: "Nodes no longer have the label or the taint: selectors match nothing, and tolerations have no effect. Reported for node selectors, affinities, " +
			"topology keys, tolerations, and labels. API documents do not list these labels; the code names the source of each.",
		Example: "`nodeSelector: {node-role.kubernetes.io/master: \"\"}`, removed in 1.24.",
	}
}
