package check

import "github.com/kubedelta/kubedelta/preflight"

// sameMinor: the target is of the minor that the cluster runs. A patch release takes
// no API, field, gate or flag away
// (https://kubernetes.io/releases/version-skew-policy/#supported-versions).
func sameMinor(in preflight.Input) bool { return in.To.Known() && in.To == answering(in) }

// keptByPatch says why a check asks nothing of a hop within a minor: it looks for
// what a later minor changes.
func keptByPatch(id string, in preflight.Input) string {
	if !sameMinor(in) {
		return ""
	}
	switch id {
	case "removed-api-in-use", "removed-field-in-use", "webhook-removed-versions", "webhook-exact-match", "crd-name-conflict", "master-node-role",
		"container-runtime", "cgroup-version", "kube-proxy-mode", "coredns-plugins", "feature-gates", "component-flags", "kubeadm-config":
		return "the target is of the minor " + in.To.String() + ", which the cluster runs: a patch release removes nothing"
	case "urgent-notes", "known-issues", "security-fixes":
		if in.Patch.Release != in.To {
			return "the cluster runs " + in.To.String() + " already"
		}
	}
	return ""
}
