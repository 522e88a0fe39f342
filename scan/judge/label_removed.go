package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func labelRemoved() Rule {
	return Rule{
		ID: "label-removed", Title: "A well-known label or taint no longer counts", Severity: rule.Risky, Since: "0.2.0",
		Doc: "Nodes do not have the label or the taint any more, so that selectors find nothing and tolerations tolerate nothing. Found in node selectors, " +
			"affinities, topology keys, tolerations, and labels. No API document tells; the source of each is in the code.",
		Example: "`nodeSelector: {node-role.kubernetes.io/master: \"\"}`, gone in 1.24.",
	}
}
