package judge

import "github.com/kubedelta/kubedelta/diff/rule"

func settingRemoved() Rule {
	return Rule{
		ID: "setting-removed", Title: "A component does not accept a flag, feature gate, plugin or field", Severity: rule.Breaking, Since: "0.4.0",
		Varies: "risky for a field that the component ignores, and for a provider of encryption that speaks version 1 of the protocol of KMS plugins",
		Doc: "A component does not start with a flag or a feature gate that it does not have, with a gate that is locked to the other value, and, from 1.35 on, with a gate that is on while one that it needs is off. " +
			"Flags, gates, `--runtime-config` and admission plugins are read from `extraArgs` and `kubeletExtraArgs` of kubeadm's configurations, also where Cluster API's objects hold them, gates from " +
			"`featureGates`. The tables are those of preflight's checks `component-flags`, `feature-gates`, `runtime-config`, `admission-plugins` and `kube-proxy-mode`. Flags that only a release note says are removed are not found.",
		Example: "`featureGates: {DynamicKubeletConfig: true}` in a KubeletConfiguration, which 1.26 and later do not know.",
	}
}
