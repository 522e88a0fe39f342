package check

import "github.com/kubedelta/kubedelta/discovery"

// The numbers of https://kubernetes.io/releases/version-skew-policy/.
const (
	// behindNow is how many minors a kubelet or kube-proxy may be older from 1.25 on (KEP-3935),
	// behindBefore before that.
	behindNow    = 3
	behindBefore = 2
	widerFrom    = 25
	// behindManager is how many minors a controller-manager or scheduler may be older.
	behindManager = 1
)

// behind returns how many minors a release is older than another one, less than 0 if it is newer.
// It is false if one of them is unknown, or if their major versions differ.
func behind(newer, older discovery.Release) (minors int, comparable bool) {
	return newer.Minor - older.Minor, newer.Known() && older.Known() && newer.Major == older.Major
}

// OldestKubelet returns the oldest kubelet, or kube-proxy, that an API server supports.
func OldestKubelet(server discovery.Release) discovery.Release {
	oldest := server
	for m := server.Minor; m >= 0 && m >= server.Minor-behindNow; m-- {
		r := discovery.Release{Major: server.Major, Minor: m}
		if KubeletAllowed(server, r) {
			oldest = r
		}
	}
	return oldest
}

// KubeletAllowed reports whether an API server supports a kubelet.
func KubeletAllowed(server, kubelet discovery.Release) bool {
	n, comparable := behind(server, kubelet)
	return comparable && n >= 0 && n <= mayBeBehind(kubelet)
}

// BesideKubelet reports whether a kube-proxy may run on the node of a kubelet.
func BesideKubelet(kubelet, proxy discovery.Release) bool {
	n, comparable := behind(kubelet, proxy)
	return comparable && max(n, -n) <= mayBeBehind(proxy)
}

// mayBeBehind returns how many minors a kubelet, or kube-proxy, of a release may be older than the
// API server.
func mayBeBehind(r discovery.Release) int {
	if r.Major == 1 && r.Minor < widerFrom {
		return behindBefore
	}
	return behindNow
}

// ManagerAllowed reports whether an API server supports a controller-manager, scheduler or cloud
// controller-manager.
func ManagerAllowed(server, manager discovery.Release) bool {
	n, comparable := behind(server, manager)
	return comparable && n >= 0 && n <= behindManager
}

// ServersAllowed reports whether two API servers may run in one cluster.
func ServersAllowed(a, b discovery.Release) bool {
	n, comparable := behind(a, b)
	return comparable && max(n, -n) <= 1
}

// LastServer returns the newest API server that supports a kubelet, or kube-proxy, of a release.
// The kubelet must be upgraded before the API server is newer than that.
func LastServer(kubelet discovery.Release) discovery.Release {
	if !kubelet.Known() {
		return discovery.Release{}
	}
	return discovery.Release{Major: kubelet.Major, Minor: kubelet.Minor + mayBeBehind(kubelet)}
}
