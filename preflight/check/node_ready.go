package check

import (
	"fmt"
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func checkNodeReady(in preflight.Input) found {
	f := each(in.Nodes, noNodes, func(f *found, n *evidence.Node) {
		switch {
		case !n.Ready && n.ControlPlane:
			f.add(unready(n, rule.Breaking, "the control plane node is not ready"))
		case n.Ready && n.Unschedulable:
			f.add(unready(n, rule.Info, "the node is cordoned: no pods are scheduled on it"))
		}
	})
	f.nowhere(in)
	return f
}

func unready(n *evidence.Node, severity rule.Severity, why string) preflight.Item {
	it := ofNode(n, severity, "%s", why)
	it.Commands = []string{"kubectl describe node " + phrase.Word(n.Name)}
	return it
}

// nowhere adds the item of a cluster in which no drained pod can run.
func (f *found) nowhere(in preflight.Input) {
	ready := slice.Filter(in.Nodes, func(n evidence.Node) bool { return n.Ready })
	if len(in.Nodes) == 0 || !in.Reading(evidence.Nodes).OK() || slices.ContainsFunc(ready, func(n evidence.Node) bool { return !n.Unschedulable }) {
		return
	}
	it := f.add(ofCluster(rule.Breaking, "no node is ready; nodes: %d", len(in.Nodes)))
	if len(ready) > 0 {
		it.Message = fmt.Sprintf("all ready nodes are cordoned, so drained pods cannot run anywhere; nodes: %d", len(in.Nodes))
	}
	it.Commands = []string{"kubectl get nodes"}
}

func checkWorkerNotReady(in preflight.Input) found {
	workers := slice.Filter(in.Nodes, func(n evidence.Node) bool { return !n.ControlPlane })
	return each(workers, "the cluster has no workers", func(f *found, n *evidence.Node) {
		if !n.Ready {
			f.add(unready(n, rule.Risky, "the node is not ready"))
		}
	})
}
