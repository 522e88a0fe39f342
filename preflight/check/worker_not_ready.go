package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func workerNotReady() definition {
	return definition{Check: preflight.Check{
		ID: "worker-not-ready", Title: "Every worker is ready before nodes are drained", Severity: rule.Risky, Phase: preflight.NodeDrain, Required: false, Since: "0.4.0",
		Doc: "The control plane can be upgraded while workers are not ready: kubeadm requires only that its control plane nodes are ready and that a Job runs " +
			"somewhere (cmd/kubeadm/app/phases/upgrade/health.go), and providers upgrade their part separately from the nodes. A worker that is not ready does not " +
			"accept pods of drained nodes, and its own pods cannot be drained properly. If no node at all is ready, node-not-ready reports it.",
		Migration: "Fix the node, or remove it from the cluster, before nodes are drained.",
		Needs:     []evidence.Resource{evidence.Nodes},
	}, check: func(in preflight.Input) found {
		workers := slice.Filter(in.Nodes, func(n evidence.Node) bool { return !n.ControlPlane })
		return each(workers, "the cluster has no workers", func(f *found, n *evidence.Node) {
			if !n.Ready {
				f.add(unready(n, rule.Risky, "the node is not ready"))
			}
		})
	}}
}
