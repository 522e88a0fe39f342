package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func settingUnknown() Rule {
	return Rule{
		ID: "setting-unknown", Title: "Whether a component takes a feature gate or version that it is given is not known", Severity: rule.Unknown, Since: "0.4.0",
		Doc:     "No release that is known has the gate, or the version that `--runtime-config` names, or the gate came later than the target: patch releases sometimes bring gates.",
		Example: "`--feature-gates=VendorThing=true`, which no release of Kubernetes has.",
	}
}
