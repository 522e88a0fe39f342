package componentconfig

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
)

// FlagRemoval is a command line flag that a release took from components: they do
// not start with it.
type FlagRemoval struct {
	Flag       string
	Components []string
	// Minor is that of the release that does not take it any more.
	Minor int
	// PR is the pull request of its release note, 0 where there is none.
	PR int
}

// FlagRemovals are those whose release note names the component, and those that the
// programs themselves show (TestRemovedFlags in fixtures/e2e). Of others only the notes
// tell.
func FlagRemovals() (all []FlagRemoval) {
	server, manager, scheduling, proxy, node := []string{APIServer}, []string{ControllerManager}, []string{Scheduler}, []string{KubeProxy}, []string{Kubelet}
	all = []FlagRemoval{
		{"algorithm-provider", scheduling, 22, 102239},
		{"hard-pod-affinity-symmetric-weight", scheduling, 22, 102805},
		{"scheduler-name", scheduling, 22, 102805},
		{"ssh-user", server, 22, 102297},
		{"chaos-chance", node, 22, 101057},
		{"horizontal-pod-autoscaler-use-rest-clients", manager, 22, 90368},
		{"experimental-bootstrap-kubeconfig", node, 23, 103172},
		{"seccomp-profile-root", node, 23, 103941},
		{"policy-config-file", scheduling, 23, 105424},
		{"policy-configmap", scheduling, 23, 105424},
		{"policy-configmap-namespace", scheduling, 23, 105424},
		{"use-legacy-policy-config", scheduling, 23, 105424},
		{"address", server, 24, 106859},
		{"address", manager, 24, 106860},
		{"address", scheduling, 24, 106865},
		{"insecure-bind-address", server, 24, 106859},
		{"port", server, 24, 106859},
		{"port", manager, 24, 106860},
		{"port", scheduling, 24, 106865},
		{"insecure-port", server, 24, 106859},
		{"experimental-check-node-capabilities-before-mount", node, 24, 104732},
		{"experimental-dockershim-root-directory", node, 24, 106907},
		{"docker-endpoint", node, 24, 106907},
		{"image-pull-progress-deadline", node, 24, 106907},
		{"network-plugin", node, 24, 106907},
		{"cni-conf-dir", node, 24, 106907},
		{"cni-bin-dir", node, 24, 106907},
		{"cni-cache-dir", node, 24, 106907},
		{"network-plugin-mtu", node, 24, 106907},
		{"non-masquerade-cidr", node, 24, 107096},
		{"deployment-controller-sync-period", manager, 24, 107178},
		{"experimental-encryption-provider-config", server, 24, 108423},
		{"deserialization-cache-size", server, 24, 108448},
		{"target-ram-mb", server, 24, 108457},
		{"experimental-cluster-signing-duration", manager, 25, 108476},
		{"service-account-api-audiences", server, 25, 108624},
		{"deleting-pods-qps", manager, 25, 109612},
		{"deleting-pods-burst", manager, 25, 109612},
		{"register-retry-count", manager, 25, 109612},
		{"experimental-kernel-memcg-notification", node, 25, 109388},
		{"identity-lease-duration-seconds", server, 26, 0},
		{"identity-lease-renew-interval-seconds", server, 26, 0},
		{"container-runtime", node, 27, 114017},
		{"master-service-namespace", node, 27, 116015},
		{"master-service-namespace", server, 27, 114446},
		{"enable-taint-manager", manager, 27, 115840},
		{"pod-eviction-timeout", manager, 27, 115840},
		{"lock-object-namespace", scheduling, 28, 119130},
		{"lock-object-name", scheduling, 28, 119130},
		{"keep-terminated-pod-volumes", node, 31, 122082},
		{"iptables-masquerade-bit", node, 31, 122363},
		{"iptables-drop-bit", node, 31, 122363},
		{"volume-host-cidr-denylist", manager, 31, 124017},
		{"volume-host-allow-local-loopback", manager, 31, 124017},
		{"cloud-provider-gce-lb-src-cidrs", []string{APIServer, ControllerManager}, 31, 124519},
		{"cloud-provider-gce-l7lb-src-cidrs", server, 31, 124519},
		{"horizontal-pod-autoscaler-upscale-delay", manager, 31, 124948},
		{"horizontal-pod-autoscaler-downscale-delay", manager, 31, 124948},
		{"proxy-port-range", proxy, 31, 126293},
		{"runonce", node, 32, 126336},
		{"cloud-provider", server, 33, 130162},
		{"cloud-config", server, 33, 130162},
		{"cloud-config", node, 34, 130161},
		{"register-schedulable", node, 34, 122384},
		{"pod-infra-container-image", node, 35, 133779},
		{"concurrent-service-syncs", manager, 37, 138002},
	}
	for _, flag := range legacyLogFlags() {
		all = append(all, FlagRemoval{flag, []string{APIServer, ControllerManager, Scheduler, KubeProxy}, 26, 112120}, FlagRemoval{flag, node, 26, 112120})
	}
	return all
}

// legacyLogFlags are those of klog that components lost in 1.26 (KEP-2845).
func legacyLogFlags() []string {
	return []string{
		"add-dir-header", "alsologtostderr", "log-backtrace-at", "log-dir", "log-file", "log-file-max-size", "logtostderr", "one-output", "skip-headers", "skip-log-headers",
		"stderrthreshold",
	}
}

// Notes are the pull requests of the release note, if there is one.
func (r FlagRemoval) Notes() []int {
	if r.PR == 0 {
		return nil
	}
	return []int{r.PR}
}

// Removed is the release that does not take the flag any more.
func (r FlagRemoval) Removed() discovery.Release { return minor(r.Minor) }

// RemovedFlag finds the removal of a component's flag after a release, up to another.
func RemovedFlag(component, flag string, from, to discovery.Release) (FlagRemoval, bool) {
	for _, r := range FlagRemovals() {
		if r.Flag == flag && slices.Contains(r.Components, component) && r.Removed().Compare(from) > 0 && r.Removed().AtOrBefore(to) {
			return r, true
		}
	}
	return FlagRemoval{}, false
}

// Tabled tells whether the table speaks of the flag, so that a release note about it need not be
// asked.
func Tabled(flag string) bool {
	return slices.ContainsFunc(FlagRemovals(), func(r FlagRemoval) bool { return r.Flag == flag })
}

func minor(n int) discovery.Release { return discovery.Release{Major: 1, Minor: n} }
