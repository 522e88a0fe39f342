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

func nodeReady() definition {
	return definition{Check: preflight.Check{
		ID: "node-not-ready", Title: "The control plane nodes are ready, and at least one node is", Severity: rule.Breaking, Phase: preflight.Either, Required: true, Since: "0.3.0",
		Doc: "A control plane node that is not ready cannot be upgraded: kubeadm stops (its health check ControlPlaneNodesReady, " +
			"cmd/kubeadm/app/phases/upgrade/health.go). If no node at all is ready, or all that are ready are cordoned, drained pods cannot run anywhere. Single workers that are not ready are " +
			"reported by worker-not-ready: they do not block the control plane. A cordoned node is information.",
		Migration: "Fix the node, or remove it from the cluster, before the upgrade.",
		Needs:     []evidence.Resource{evidence.Nodes},
	}, check: func(in preflight.Input) found {
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
	}}
}

// unready returns the item of a node that takes no pods.
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
		it.Message = fmt.Sprintf("all nodes that are ready are cordoned: drained pods cannot run anywhere; nodes: %d", len(in.Nodes))
	}
	it.Commands = []string{"kubectl get nodes"}
}
