package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func settingDeprecated() Rule {
	return Rule{
		ID: "setting-deprecated", Title: "A feature gate or value of a component is deprecated", Severity: rule.Deprecation, Since: "0.4.0",
		Varies:  "info for a gate that is locked to the value that is set",
		Doc:     "The component starts; a later release does not know the gate, or does not have the value.",
		Example: "`mode: ipvs` of kube-proxy is deprecated from 1.35 on.",
	}
}
