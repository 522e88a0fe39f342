package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

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
