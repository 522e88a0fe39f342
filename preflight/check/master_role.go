package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/phrase"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
)

func checkMasterRole(in preflight.Input) (f found) {
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
}
