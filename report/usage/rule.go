package usage

import "github.com/kubedelta/kubedelta/diff/rule"

// ClientSkew is the one rule that only logs have; the others are those of scan.
func ClientSkew() rule.Rule {
	return rule.Rule{
		ID: "client-skew", Title: "A client is outside the version skew policy of the target", Severity: rule.Risky, Since: "0.9.0",
		Varies: "info for kubectl",
		Doc: "By its user agent, the client is a kubelet, a kube-proxy or a kubectl of a release that must not talk to an API server of the target " +
			"(https://kubernetes.io/releases/version-skew-policy/). A user agent is what a client says of itself. Controllers of the control plane are " +
			"upgraded with it and are not reported.",
		Example: "Kubernetes 1.36 takes kubelets of 1.33 to 1.36, and kubectl of 1.35 to 1.37.",
	}
}
