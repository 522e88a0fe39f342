package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkWorkerNotReady(in preflight.Input) found {
	workers := slice.Filter(in.Nodes, func(n evidence.Node) bool { return !n.ControlPlane })
	return each(workers, "the cluster has no workers", func(f *found, n *evidence.Node) {
		if !n.Ready {
			f.add(unready(n, rule.Risky, "the node is not ready"))
		}
	})
}
