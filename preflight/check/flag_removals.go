package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/discovery"
)

// flagRemoval is a command line flag that a release took from components: they do
// not start with it.
type flagRemoval struct {
	flag       string
	components []string
	removed    int
	pr         int
}

// flagRemovals are those whose release note names the component, and those that the
// programs themselves show (TestRemovedFlags in fixtures/e2e); each row has the pull
// request of its note, 0 where none tells. For others see notesOf.
func flagRemovals() (all []flagRemoval) {
	server, manager, scheduling, proxy, node := []string{apiServer}, []string{controllerManager}, []string{scheduler}, []string{kubeProxy}, []string{kubelet}
	all = []flagRemoval{
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
		{"cloud-provider-gce-lb-src-cidrs", []string{apiServer, controllerManager}, 31, 124519},
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
		all = append(all, flagRemoval{flag, []string{apiServer, controllerManager, scheduler, kubeProxy}, 26, 112120}, flagRemoval{flag, node, 26, 112120})
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

// notes are the pull requests of the release note, if there is one.
func (r flagRemoval) notes() []int {
	if r.pr == 0 {
		return nil
	}
	return []int{r.pr}
}

// removedFlag finds the removal of a component's flag between two releases.
func removedFlag(component, flag string, from, to discovery.Release) (flagRemoval, bool) {
	for _, r := range flagRemovals() {
		if r.flag == flag && slices.Contains(r.components, component) && between(minor(r.removed), from, to) {
			return r, true
		}
	}
	return flagRemoval{}, false
}

// tabled: the table speaks of the flag, so that a release note about it is not
// asked again.
func tabled(flag string) bool {
	return slices.ContainsFunc(flagRemovals(), func(r flagRemoval) bool { return r.flag == flag })
}

// between: the release is after from, and not after to.
func between(r, from, to discovery.Release) bool {
	return r.Compare(from) > 0 && r.Compare(to) <= 0
}
