package check

import "github.com/kubedelta/kubedelta/preflight/evidence"

// Doubt marks lists as unread that lack what every cluster has: something between kubedelta
// and the API server may answer for it, and a cluster of which nothing is seen is not ready.
func Doubt(e *evidence.Evidence) {
	_, hasSystem := e.NamespaceLabels["kube-system"]
	for _, d := range []struct {
		of     evidence.Resource
		shown  bool
		reason string
	}{
		{evidence.Namespaces, hasSystem, "kube-system is not among them, which the API server makes when it starts"},
		{evidence.Nodes, len(e.Nodes) > 0, "the list is empty, and a cluster has nodes"},
		{evidence.Pods, len(e.Pods) > 0 || !e.Scope.Whole(), "the list is empty, and a cluster has pods"},
	} {
		if r := e.Reading(d.of); r.OK() && !d.shown {
			r.State, r.Reason = evidence.Failed, d.reason+": it may be that not all was shown"
			e.Readings[d.of] = r
		}
	}
}
