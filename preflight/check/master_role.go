package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func masterRole() definition {
	return definition{ofMinors: true, Check: preflight.Check{
		ID: "master-node-role", Title: "No node has only the role label master", Severity: rule.Risky, Phase: preflight.NodeDrain, Required: false, Since: "0.3.0",
		Doc: "kubeadm removed the label `node-role.kubernetes.io/master` from control plane nodes in 1.24 (KEP-2067), in favour of `…/control-plane`. Selectors for " +
			"the new label do not match a node that has only the old one. Pods that select the old label are reported by `removed-field-in-use`.",
		Migration: "Label the node `node-role.kubernetes.io/control-plane`.",
		Needs:     []evidence.Resource{evidence.Nodes},
	}, check: func(in preflight.Input) (f found) {
		for n := range slice.Each(in.Nodes) {
			_, old := n.Labels["node-role.kubernetes.io/master"]
			_, current := n.Labels["node-role.kubernetes.io/control-plane"]
			if old && !current {
				it := f.add(ofNode(n, rule.Risky, "the node has the label node-role.kubernetes.io/master, but not node-role.kubernetes.io/control-plane"))
				it.Removed = minor(24)
				if it.Removed.AtOrBefore(stored(in)) {
					it.Severity = rule.Info // the upgrade changes nothing
				}
				it.Commands = []string{"kubectl label node " + phrase.Word(n.Name) + " node-role.kubernetes.io/control-plane="}
			}
		}
		return f
	}, idle: unless("the label was removed in 1.24", from(24))}
}
