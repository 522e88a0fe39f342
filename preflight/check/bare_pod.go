package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
)

func checkBarePod(in preflight.Input) (f found) {
	for p := range slice.Each(in.Pods) {
		if running(p) && p.Node != "" && !p.Mirror && (p.Owner.Kind == "" || !p.Owner.Controller) {
			f.add(named("v1", "Pod", p.Namespace, p.Name, rule.Risky, "the pod has no controller: it is lost when its node %s is drained", p.Node))
		}
	}
	return f
}
