package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func settingUnknown() Rule {
	return Rule{
		ID: "setting-unknown", Title: "It is not known whether a component accepts a feature gate or version", Severity: rule.Unknown, Since: "0.4.0",
		Doc:     "No release that is known has the gate, or the version that `--runtime-config` names, or the gate came later than the target: patch releases sometimes bring gates.",
		Example: "`--feature-gates=VendorThing=true`, which no release of Kubernetes has.",
	}
}
