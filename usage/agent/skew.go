package agent

import (
	"fmt"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight/check"
)

// Skewed returns why the version skew policy does not allow a component to talk to an API
// server of a release, or "" if it does, or does not cover the program.
// https://kubernetes.io/releases/version-skew-policy/
func (a Agent) Skewed(server discovery.Release) string {
	if !a.Release.Known() || !server.Known() {
		return ""
	}
	oldest, newest := server, server
	switch a.Name {
	case "kubectl":
		oldest.Minor, newest.Minor = server.Minor-1, server.Minor+1
	case "kubelet", "kube-proxy":
		oldest = check.OldestKubelet(server)
	case "kube-scheduler", "kube-controller-manager", "cloud-controller-manager":
		oldest.Minor = server.Minor - 1
	default:
		return ""
	}
	if oldest.AtOrBefore(a.Release) && a.Release.AtOrBefore(newest) {
		return ""
	}
	return fmt.Sprintf("%s %s is outside the version skew policy of Kubernetes %s, which allows %s to %s", a.Name, a.Release, server, oldest, newest)
}
