package check

import "github.com/kubedelta/kubedelta/discovery"

// The rules of https://kubernetes.io/releases/version-skew-policy/ in numbers.
const (
	// behindNow is how many minors a kubelet or kube-proxy may be older from 1.25 on
	// (KEP-3935), behindBefore before that.
	behindNow    = 3
	behindBefore = 2
	widerFrom    = 25
	// behindManager is how many minors a controller-manager or scheduler may be
	// older.
	behindManager = 1
)

// Window is a range of releases, both ends included.
type Window struct{ Oldest, Newest discovery.Release }

// Holds reports whether a release is in the window.
func (w Window) Holds(r discovery.Release) bool {
	return r.Known() && w.Oldest.Compare(r) <= 0 && r.Compare(w.Newest) <= 0
}

// OldestKubelet is the oldest kubelet, or kube-proxy, that an API server takes.
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

// KubeletAllowed reports whether a kubelet may talk to an API server.
func KubeletAllowed(server, kubelet discovery.Release) bool {
	if !server.Known() || !kubelet.Known() || server.Major != kubelet.Major {
		return false
	}
	behind := server.Minor - kubelet.Minor
	return behind >= 0 && behind <= mayBeBehind(kubelet)
}

// BesideKubelet reports whether a kube-proxy may stand beside a kubelet.
func BesideKubelet(kubelet, proxy discovery.Release) bool {
	if !kubelet.Known() || !proxy.Known() || kubelet.Major != proxy.Major {
		return false
	}
	apart := kubelet.Minor - proxy.Minor
	return max(apart, -apart) <= mayBeBehind(proxy)
}

// mayBeBehind is how much older than the API server a kubelet, or kube-proxy, of a
// release may be.
func mayBeBehind(r discovery.Release) int {
	if r.Major == 1 && r.Minor < widerFrom {
		return behindBefore
	}
	return behindNow
}

// ManagerAllowed reports whether a controller-manager, scheduler or cloud
// controller-manager may talk to an API server.
func ManagerAllowed(server, manager discovery.Release) bool {
	if !server.Known() || !manager.Known() || server.Major != manager.Major {
		return false
	}
	behind := server.Minor - manager.Minor
	return behind >= 0 && behind <= behindManager
}

// ServersAllowed reports whether two API servers may serve one cluster.
func ServersAllowed(a, b discovery.Release) bool {
	apart := a.Minor - b.Minor
	return a.Known() && b.Known() && a.Major == b.Major && max(apart, -apart) <= 1
}

// LastServer is the newest API server that a kubelet, or kube-proxy, of a release
// may talk to: it must be upgraded before the one after.
func LastServer(kubelet discovery.Release) discovery.Release {
	if !kubelet.Known() {
		return discovery.Release{}
	}
	return discovery.Release{Major: kubelet.Major, Minor: kubelet.Minor + mayBeBehind(kubelet)}
}
