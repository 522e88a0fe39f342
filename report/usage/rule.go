package usage

import "github.com/kubedelta/kubedelta/diff/rule"

// ClientSkew is the one rule that only logs have; the others are those of scan.
func ClientSkew() rule.Rule {
	return rule.Rule{
		ID: "client-skew", Title: "A client is outside the version skew policy of the target", Severity: rule.Risky, Since: "0.9.0",
		Varies: "info for kubectl and cloud-controller-manager",
		Doc: "By its user agent, the client is a kubelet, a kube-proxy, a cloud-controller-manager or a kubectl of a release that must not talk to an API server of the target " +
			"(https://kubernetes.io/releases/version-skew-policy/). A user agent is what a client says of itself. kube-controller-manager and kube-scheduler are " +
			"upgraded with the control plane and are not reported. The user agents of other controllers do not tell the version of client-go.",
		Example: "Kubernetes 1.36 takes kubelets of 1.33 to 1.36, and kubectl of 1.35 to 1.37.",
	}
}
