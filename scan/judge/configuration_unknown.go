package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func configurationUnknown() Rule {
	return Rule{
		ID: "configuration-unknown", Title: "A component of the target does not know a version of its configuration", Severity: rule.Breaking, Since: "0.4.0",
		Varies:  "risky for a version that kubeadm reads only with `--allow-experimental-api`; unknown for one that no release has",
		Doc:     "The version came with a later release than the target, or no release that is known has it.",
		Example: "`kubeadm.k8s.io/v1beta4` came with 1.31, and the target is 1.30.",
	}
}
