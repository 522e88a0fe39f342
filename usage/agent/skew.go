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
	window := check.Window{Oldest: server, Newest: server}
	switch a.Name {
	case "kubectl":
		window.Oldest.Minor, window.Newest.Minor = server.Minor-1, server.Minor+1
	case "kubelet", "kube-proxy":
		window.Oldest = check.OldestKubelet(server)
	case "kube-scheduler", "kube-controller-manager", "cloud-controller-manager":
		window.Oldest.Minor = server.Minor - 1
	default:
		return ""
	}
	if window.Holds(a.Release) {
		return ""
	}
	return fmt.Sprintf("%s %s is outside the version skew policy of Kubernetes %s, which allows %s to %s", a.Name, a.Release, server, window.Oldest, window.Newest)
}
