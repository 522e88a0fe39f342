package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func nodeReady() definition {
	return definition{Check: preflight.Check{
		ID: "node-not-ready", Title: "Every node is ready", Severity: rule.Risky, Phase: preflight.Either, Required: true, Since: "0.3.0",
		Doc: "A control plane node that is not ready cannot be upgraded: kubeadm refuses to (its health check ControlPlaneNodesReady). A worker that is not ready " +
			"takes no pods from those that are drained. A cordoned node is information.",
		Remedy: "Mend the node, or take it out of the cluster, before the upgrade.",
		Needs:  []evidence.Resource{evidence.Nodes},
	}, judge: func(in preflight.Input) (f found) {
		if len(in.Nodes) == 0 {
			return doesNotApply("the cluster has no nodes")
		}
		for i := range in.Nodes {
			n := &in.Nodes[i]
			switch {
			case !n.Ready && n.ControlPlane:
				f.add(ofNode(n, rule.Breaking, "the control plane node is not ready"))
			case !n.Ready:
				f.add(ofNode(n, rule.Risky, "the node is not ready"))
			case n.Unschedulable:
				f.add(ofNode(n, rule.Info, "the node is cordoned: it takes no pods"))
			}
		}
		for i := range f.items {
			f.items[i].Commands = []string{"kubectl describe node " + word(f.items[i].Name)}
		}
		return f
	}}
}
