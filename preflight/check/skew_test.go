package check_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight/check"
)

func minor(n int) discovery.Release { return discovery.Release{Major: 1, Minor: n} }

// TestSkew has the examples of https://kubernetes.io/releases/version-skew-policy/ and its limits.
func TestSkew(t *testing.T) {
	for _, tc := range []struct {
		server, kubelet int
		want            bool
	}{
		{29, 29, true}, {29, 28, true}, {29, 26, true}, {29, 25, false}, {29, 30, false},
		{28, 25, true}, {27, 25, true}, {27, 24, false}, {26, 24, true}, {26, 23, false}, {25, 23, true}, {25, 22, false}, {24, 22, true}, {24, 21, false},
	} {
		if got := check.KubeletAllowed(minor(tc.server), minor(tc.kubelet)); got != tc.want {
			t.Errorf("kubelet 1.%d with an API server 1.%d: %v", tc.kubelet, tc.server, got)
		}
	}
	for server, oldest := range map[int]int{32: 29, 27: 25} {
		if got := check.OldestKubelet(minor(server)); got != minor(oldest) {
			t.Errorf("the oldest kubelet of an API server 1.%d is %s, not 1.%d", server, got, oldest)
		}
	}
	if check.KubeletAllowed(minor(27), discovery.Release{}) {
		t.Error("an unknown kubelet is allowed")
	}
	for kubelet, last := range map[int]int{29: 32, 25: 28, 24: 26, 22: 24} {
		if got := check.LastServer(minor(kubelet)); got != minor(last) {
			t.Errorf("kubelet 1.%d goes up to %s, not 1.%d", kubelet, got, last)
		}
	}
}

// TestSkewAgrees: KubeletAllowed, LastServer and OldestKubelet agree for every pair of releases.
func TestSkewAgrees(t *testing.T) {
	for server := range 45 {
		for kubelet := range 45 {
			s, k := minor(server), minor(kubelet)
			allowed := check.KubeletAllowed(s, k)
			if byOldest := k.Known() && kubelet <= server && check.OldestKubelet(s).Compare(k) <= 0; byOldest != allowed {
				t.Errorf("the oldest kubelet of 1.%d and kubelet 1.%d disagree", server, kubelet)
			}
			if byLast := kubelet <= server && s.Compare(check.LastServer(k)) <= 0; byLast != allowed {
				t.Errorf("the last server of 1.%d and API server 1.%d disagree", kubelet, server)
			}
		}
	}
}

func TestManagers(t *testing.T) {
	for _, tc := range []struct {
		server, manager int
		want            bool
	}{{29, 29, true}, {29, 28, true}, {29, 27, false}, {29, 30, false}} {
		if got := check.ManagerAllowed(minor(tc.server), minor(tc.manager)); got != tc.want {
			t.Errorf("controller-manager 1.%d with an API server 1.%d: %v", tc.manager, tc.server, got)
		}
	}
	if !check.ServersAllowed(minor(29), minor(30)) || !check.ServersAllowed(minor(30), minor(29)) || check.ServersAllowed(minor(28), minor(30)) {
		t.Error("API servers may be one minor apart, in either direction")
	}
	if check.ManagerAllowed(minor(29), discovery.Release{Major: 27, Minor: 29}) || check.KubeletAllowed(discovery.Release{}, minor(29)) || check.ServersAllowed(minor(29), discovery.Release{}) {
		t.Error("what is not known, or of another major version, is not allowed")
	}
}

func TestProxies(t *testing.T) {
	for _, tc := range []struct {
		server, kubelet, proxy int
		want                   bool
	}{{29, 29, 29, true}, {29, 29, 26, true}, {29, 26, 29, true}, {29, 25, 29, false}, {29, 29, 30, false}, {26, 26, 24, true}, {26, 26, 23, false}} {
		if got := proxyAllowed(minor(tc.server), minor(tc.kubelet), minor(tc.proxy)); got != tc.want {
			t.Errorf("kube-proxy 1.%d beside kubelet 1.%d with an API server 1.%d: %v", tc.proxy, tc.kubelet, tc.server, got)
		}
	}
}

// proxyAllowed reports whether a kube-proxy is supported by an API server and may run beside a
// kubelet.
func proxyAllowed(server, kubelet, proxy discovery.Release) bool {
	return check.KubeletAllowed(server, proxy) && check.BesideKubelet(kubelet, proxy)
}
