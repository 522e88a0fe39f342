package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkServers(in preflight.Input) (f found) {
	all := component(in, apiServer)
	if len(all) == 0 {
		return hidden(in, apiServer)
	}
	s := serversOf(in)
	next := s.next(in.To)
	for _, c := range all {
		r, err := release(c.Version)
		switch {
		case err != nil:
			f.add(unreadable(c))
		case !ServersAllowed(r, s.newest):
			f.add(ofComponent(c, rule.Breaking, "the API server on %s is %s while another is %s: they may be one minor release apart", c.Node, r, s.newest)).Before = hop(next)
		case !ServersAllowed(r, next):
			f.add(ofComponent(c, rule.Breaking, "the API server on %s is still %s: it must be %s before another becomes %s", c.Node, r, s.newest, next)).Before = hop(next)
		}
	}
	return f
}

// hidden returns the outcome for a component without visible pods. If the control plane has no
// nodes, its provider is responsible for it. If it has nodes, it runs the component in a way that
// cannot be seen.
func hidden(in preflight.Input, name string) (f found) {
	switch {
	case oneProcess(in):
		return doesNotApply("the components run in one process, at the version of the API server")
	case !in.Reading(evidence.ComponentPods).OK():
		return f // the frame reports the gap
	case seesControlPlane(in):
		f.gap(name, name+" does not run as a pod in kube-system, so its version is not visible")
		return f
	default:
		return doesNotApply("the API shows no " + name + ": the provider is responsible for its version")
	}
}

// unreadable returns the item of a component whose version cannot be read.
func unreadable(c *evidence.Component) preflight.Item {
	if c.Version == "" {
		return ofComponent(c, rule.Unknown, "the image %s of %s has no version", quoted(c.Image), c.Name)
	}
	return ofComponent(c, rule.Unknown, "the version %s of %s cannot be read", quoted(c.Version), c.Name)
}
