package check

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkManagers(in preflight.Input) (f found) {
	s := serversOf(in)
	if !s.newest.Known() {
		return unanswered("/version", "the release of the API server is unknown")
	}
	seen := 0
	for _, name := range []string{controllerManager, scheduler, cloudManager} {
		all := component(in, name)
		if len(all) == 0 && name != cloudManager {
			h := hidden(in, name)
			f.gaps, f.why = append(f.gaps, h.gaps...), h.why
		}
		for _, c := range all {
			seen++
			f.manager(c, s, s.next(in.To))
		}
	}
	f.notApplicable = seen == 0
	return f
}

func (f *found) manager(c *evidence.Component, s servers, next discovery.Release) {
	r, err := release(c.Version)
	switch cloud := c.Name == cloudManager; {
	case cloud && ownVersions(c.Image):
		f.add(ofComponent(c, rule.Info, "%s has its own version numbers: see its documentation for the Kubernetes releases that it supports", quoted(c.Image)))
	case err != nil, cloud && r.Major != s.newest.Major:
		f.add(unreadable(c))
	case r.Compare(s.oldest) > 0:
		f.add(ofComponent(c, rule.Breaking, "%s is %s, newer than the API server's %s: it may use APIs that the API server does not have", c.Name, r, s.oldest))
	case !ManagerAllowed(s.newest, r):
		f.add(ofComponent(c, rule.Breaking, "%s is %s, more than one minor release older than the API server's %s", c.Name, r, s.newest)).Before = hop(next)
	case !ManagerAllowed(next, r):
		f.add(ofComponent(c, rule.Breaking, "%s is %s, and must be at least %s before the API server is upgraded to %s", c.Name, r, s.newest, next)).Before = hop(next)
	}
}

// ownVersions reports whether an image is of a cloud controller-manager that does not follow the
// versions of Kubernetes, according to its releases.
func ownVersions(image string) bool {
	own := []string{"hcloud-cloud-controller-manager", "digitalocean-cloud-controller-manager", "linode-cloud-controller-manager", "vultr-cloud-controller-manager", "scaleway-cloud-controller-manager"}
	return slices.ContainsFunc(own, func(name string) bool { return strings.Contains(image, name) })
}

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
			f.add(ofComponent(c, rule.Breaking, "the API server on %s is still %s, and must be %s before another is upgraded to %s", c.Node, r, s.newest, next)).Before = hop(next)
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
