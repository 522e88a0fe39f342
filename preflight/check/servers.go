package check

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// between: the release is after from, and not after to.
func between(r, from, to discovery.Release) bool {
	return r.Compare(from) > 0 && r.Compare(to) <= 0
}

// onTheWay: the hop goes to one of some minors, or past it.
func onTheWay(in preflight.Input, minors ...int) bool {
	return slices.ContainsFunc(minors, func(m int) bool { return between(minor(m), answering(in), in.To) })
}

// unless returns an idle function of a check that looks only at hops for which a condition
// holds. The name of the target is appended to why.
func unless(why string, holds func(preflight.Input) bool) func(preflight.Input) string {
	return func(in preflight.Input) string {
		if holds(in) {
			return ""
		}
		return why + in.To.String()
	}
}

// unlessOver returns an idle function of a check that looks only at hops to or past one of some
// minors.
func unlessOver(why string, minors ...int) func(preflight.Input) string {
	return func(in preflight.Input) string {
		if onTheWay(in, minors...) {
			return ""
		}
		return why
	}
}

// unlessFrom returns an idle function of a check that looks only at targets from a minor on.
func unlessFrom(first int, why string) func(preflight.Input) string {
	return func(in preflight.Input) string {
		if in.To.Known() && in.To.Compare(minor(first)) < 0 {
			return why
		}
		return ""
	}
}

// Names of components, as evidence has them.
const (
	apiServer         = "kube-apiserver"
	controllerManager = "kube-controller-manager"
	scheduler         = "kube-scheduler"
	cloudManager      = "cloud-controller-manager"
	kubeProxy         = "kube-proxy"
	kubelet           = "kubelet"
)

// servers are the API servers that could be seen: the one that answered, and
// those whose pods show in kube-system.
type servers struct{ oldest, newest discovery.Release }

func (s *servers) add(r discovery.Release) {
	if !r.Known() {
		return
	}
	if !s.oldest.Known() || r.Compare(s.oldest) < 0 {
		s.oldest = r
	}
	if r.Compare(s.newest) > 0 {
		s.newest = r
	}
}

// serversOf finds the API servers. Those of a control plane that hides its pods
// are the one that answered.
func serversOf(in preflight.Input) (s servers) {
	s.add(answering(in))
	if simulated(in) {
		return s
	}
	for _, c := range component(in, apiServer) {
		if r, err := release(c.Version); err == nil {
			s.add(r)
		}
	}
	return s
}

// answering is the release of the server that answered. From stands in for it
// where a hop from another release is checked.
func answering(in preflight.Input) discovery.Release {
	if in.From.Known() {
		return in.From
	}
	return in.Server.Release
}

// simulated: the hop that is checked begins at a later release than the cluster's.
// By then the hops before it have taken the control plane there.
func simulated(in preflight.Input) bool {
	return in.Server.Release.Known() && in.From.Compare(in.Server.Release) > 0
}

// earlierHop says why the versions of the control plane are no matter of a hop that
// begins later.
func earlierHop(in preflight.Input) string {
	if simulated(in) {
		return "the earlier hops upgrade the control plane to " + in.From.String()
	}
	return ""
}

// next is the release of the first hop: the minor after the newest server's, or
// the target where that comes first.
func (s servers) next(to discovery.Release) discovery.Release {
	n := discovery.Release{Major: s.newest.Major, Minor: s.newest.Minor + 1}
	if to.Known() && to.Compare(n) < 0 {
		return to
	}
	return n
}

// release reads a version with what vendors append to it.
func release(version string) (discovery.Release, error) {
	return discovery.ParseRelease(strings.TrimSpace(version))
}

// component finds the pods of a component.
func component(in preflight.Input, name string) (all []*evidence.Component) {
	for c := range slice.Each(in.Components) {
		if c.Name == name {
			all = append(all, c)
		}
	}
	return all
}

// oneProcess: the server is of a distribution that runs the components of the
// control plane and of nodes in one process, so that they have one version
// (k3s, https://docs.k3s.io/architecture).
func oneProcess(in preflight.Input) bool {
	return strings.Contains(in.Server.Version, "+k3s")
}

// seesControlPlane: some node says that it runs the control plane.
func seesControlPlane(in preflight.Input) bool {
	return slices.ContainsFunc(in.Nodes, func(one evidence.Node) bool { return one.ControlPlane })
}
