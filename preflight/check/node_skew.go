package check

import (
	"fmt"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkKubelets(in preflight.Input) found {
	s := serversOf(in)
	if !s.newest.Known() {
		return unanswered("/version", "the release of the API server is unknown")
	}
	return each(in.Nodes, noNodes, func(f *found, n *evidence.Node) {
		r, err := release(n.KubeletVersion)
		message, before := outOfWindow("the kubelet", "", r, s, in.To)
		switch {
		case Virtual(n):
			f.add(ofNode(n, rule.Info, "the node is a virtual kubelet (%s): see its documentation for the Kubernetes releases that it supports", quoted(n.KubeletVersion)))
		case err != nil:
			f.add(ofNode(n, rule.Unknown, "the kubelet's version %s cannot be read", quoted(n.KubeletVersion)))
		case message != "":
			it := f.add(ofNode(n, rule.Breaking, "%s", message))
			it.Before, it.Commands = before, []string{"kubectl drain " + phrase.Word(n.Name) + " --ignore-daemonsets"}
		}
	})
}

// Virtual reports whether a node is a program built with the library virtual-kubelet. Its version
// is a release of Kubernetes, "-vk-" and its own version. It runs no containers itself.
func Virtual(n *evidence.Node) bool { return strings.Contains(n.KubeletVersion, "-vk-") }

// outOfWindow returns a message if a kubelet or kube-proxy violates the version skew policy now, or
// would on the way to the target, and the hop before which it must be upgraded.
func outOfWindow(what, where string, r discovery.Release, s servers, to discovery.Release) (message, before string) {
	if r.Compare(s.oldest) > 0 {
		return fmt.Sprintf("%s is %s, newer than the API server's %s: upgrade the API server, or downgrade %s", what+where, r, s.oldest, what), ""
	}
	last := LastServer(r)
	if last.Compare(s.newest) < 0 {
		return fmt.Sprintf("%s is %s, too old for the API server's %s, which supports %s or later", what+where, r, s.newest, OldestKubelet(s.newest)), hop(s.next(to))
	}
	if !to.Known() || to.AtOrBefore(last) {
		return "", ""
	}
	breaks := discovery.Release{Major: last.Major, Minor: last.Minor + 1}
	return fmt.Sprintf("%s is %s, and must be at least %s before the API server is upgraded to %s", what+where, r, OldestKubelet(breaks), breaks), hop(breaks)
}

func checkProxies(in preflight.Input) (f found) {
	s := serversOf(in)
	if !s.newest.Known() {
		return unanswered("/version", "the release of the API server is unknown")
	}
	all := component(in, kubeProxy)
	if len(all) == 0 {
		if !in.Reading(evidence.ComponentPods).OK() {
			return f // the frame reports the gap
		}
		f = doesNotApply("no kube-proxy runs in kube-system")
		f.lacks(in, evidence.KubeProxyConfig)
		if in.Settings.KubeProxy != "" {
			f.gap(kubeProxy, "kube-proxy is configured, but does not run as a pod in kube-system, so its version is not visible")
		}
		return f
	}
	kubelets := map[string]discovery.Release{} // by node
	for n := range slice.Each(in.Nodes) {
		kubelets[n.Name], _ = release(n.KubeletVersion)
	}
	for _, c := range all {
		r, err := release(c.Version)
		message, before := outOfWindow("kube-proxy", " on "+c.Node, r, s, in.To)
		switch k := kubelets[c.Node]; {
		case err != nil:
			f.add(unreadable(c))
		case message != "":
			f.add(ofComponent(c, rule.Breaking, "%s", message)).Before = before
		case k.Known() && !BesideKubelet(k, r):
			f.add(ofComponent(c, rule.Breaking, "kube-proxy on %s is %s, more than %d minor releases away from the kubelet's %s", c.Node, r, mayBeBehind(r), k)).Before = hop(s.next(in.To))
		}
	}
	return f
}
