package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func configurationDeprecated() Rule {
	return Rule{
		ID: "configuration-deprecated", Title: "A version of a component's configuration is deprecated", Severity: rule.Deprecation, Since: "0.4.0",
		Doc:     "The target's component reads the version, and says that it is deprecated. Where a release that is known does not read it, that is named.",
		Example: "`kubeadm.k8s.io/v1beta3` is deprecated from 1.31 on, and not read from 1.37 on.",
	}
}
