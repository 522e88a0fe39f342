package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// between reports whether a release is after from, and not after to.
func between(r, from, to discovery.Release) bool {
	return r.Compare(from) > 0 && r.Compare(to) <= 0
}

// onTheWay reports whether a hop leads to or past one of some minors.
func onTheWay(in preflight.Input, minors ...int) bool {
	return slices.ContainsFunc(minors, func(m int) bool { return between(minor(m), answering(in), in.To) })
}

// kubeletsFrom returns the release at which the upgrade of the kubelets begins: that of the oldest
// one, or that of the hop if none is older. Nodes can be several minors behind the API server, and
// skip the minors in between.
func kubeletsFrom(in preflight.Input) discovery.Release {
	from := answering(in)
	for n := range slice.Each(in.Nodes) {
		if !Virtual(n) {
			from = older(from, n.KubeletVersion)
		}
	}
	return from
}

// nodesFrom is kubeletsFrom for a check that looks at kube-proxy as well.
func nodesFrom(in preflight.Input) discovery.Release {
	from := kubeletsFrom(in)
	for _, c := range component(in, kubeProxy) {
		from = older(from, c.Version)
	}
	return from
}

// older returns the release of a version if it is older than r, and otherwise r.
func older(r discovery.Release, version string) discovery.Release {
	if v, err := release(version); err == nil && v.Major == r.Major && v.Compare(r) < 0 {
		return v
	}
	return r
}

// onNodes reports whether a component is upgraded with the nodes.
func onNodes(component string) bool { return component == kubelet || component == kubeProxy }

// runsFrom reports whether the kubelet of a node is of a release or later, so that a hop to that
// release changes nothing for it.
func runsFrom(n *evidence.Node, first discovery.Release) bool {
	r, err := release(n.KubeletVersion)
	return err == nil && r.Compare(first) >= 0
}

// unless returns an idle function of a check that looks only at hops for which a condition holds. In
// why, %s stands for the target.
func unless(why string, holds func(preflight.Input) bool) func(preflight.Input) string {
	return func(in preflight.Input) string {
		if holds(in) {
			return ""
		}
		return strings.ReplaceAll(why, "%s", in.To.String())
	}
}

// over is the condition that a hop leads to or past one of some minors.
func over(minors ...int) func(preflight.Input) bool {
	return func(in preflight.Input) bool { return onTheWay(in, minors...) }
}

// from is the condition that a hop leads to a minor or a later one.
func from(first int) func(preflight.Input) bool {
	return func(in preflight.Input) bool { return !in.To.Known() || in.To.Compare(minor(first)) >= 0 }
}

// The names of components in the evidence.
const (
	apiServer         = "kube-apiserver"
	controllerManager = "kube-controller-manager"
	scheduler         = "kube-scheduler"
	cloudManager      = "cloud-controller-manager"
	kubeProxy         = "kube-proxy"
	kubelet           = "kubelet"
)

// servers are the oldest and newest visible API servers: the one that answered, and those with pods
// in kube-system.
type servers struct{ oldest, newest discovery.Release }

// serversOf returns the API servers. If the control plane has no visible pods, that is only the one
// that answered.
func serversOf(in preflight.Input) servers {
	all := []discovery.Release{answering(in)}
	if !simulated(in) {
		if emulator, _ := release(in.Server.Emulator); emulator.Known() {
			all[0] = emulator // the skew policy is about the process
		}
		for _, c := range component(in, apiServer) {
			r, _ := release(c.Version)
			all = append(all, r)
		}
	}
	all = slice.Filter(all, discovery.Release.Known)
	if len(all) == 0 {
		return servers{}
	}
	return servers{slices.MinFunc(all, discovery.Release.Compare), slices.MaxFunc(all, discovery.Release.Compare)}
}

// answering returns the release of the server that answered, or the release at which the hop
// begins.
func answering(in preflight.Input) discovery.Release {
	return cmp.Or(in.From, in.Server.Release)
}

// simulated reports whether a hop begins at a later release than the cluster's. The earlier hops
// have upgraded the control plane by then.
func simulated(in preflight.Input) bool {
	return in.Server.Release.Known() && in.From.Compare(in.Server.Release) > 0
}

// earlierHop returns why the versions of the control plane do not matter to a later hop.
func earlierHop(in preflight.Input) string {
	if simulated(in) {
		return "the earlier hops upgrade the control plane to " + in.From.String()
	}
	return ""
}

// next returns the target of the first hop: the minor after the newest server's, or the target if
// that is earlier.
func (s servers) next(to discovery.Release) discovery.Release {
	n := discovery.Release{Major: s.newest.Major, Minor: s.newest.Minor + 1}
	if to.Known() && to.Compare(n) < 0 {
		return to
	}
	return n
}

// release parses a version, which may have a suffix of a vendor.
func release(version string) (discovery.Release, error) {
	return discovery.ParseRelease(strings.TrimSpace(version))
}

func component(in preflight.Input, name string) (all []*evidence.Component) {
	for c := range slice.Each(in.Components) {
		if c.Name == name {
			all = append(all, c)
		}
	}
	return all
}

// oneProcess reports whether the server is of a distribution that runs the components of the
// control plane and of nodes in one process, so that they have one version (k3s,
// https://docs.k3s.io/architecture).
func oneProcess(in preflight.Input) bool {
	return strings.Contains(in.Server.Version, "+k3s")
}

// seesControlPlane reports whether some node is of the control plane.
func seesControlPlane(in preflight.Input) bool {
	return slices.ContainsFunc(in.Nodes, func(one evidence.Node) bool { return one.ControlPlane })
}
