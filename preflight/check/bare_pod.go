package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func barePod() definition {
	return definition{perWorkload: true, Check: preflight.Check{
		ID: "bare-pod", Title: "Every pod has a controller", Severity: rule.Risky, Phase: preflight.NodeDrain, Required: false, Since: "0.3.0",
		Doc: "A pod without a controller is not created again on another node: kubectl drain does not evict it without `--force`, and with it the pod is lost. " +
			"Static pods, pods that have ended, and pods that are not on a node do not count.",
		Migration: "Create the pod with a Deployment, StatefulSet or Job, or delete it.",
		Needs:     []evidence.Resource{evidence.Pods},
	}, check: func(in preflight.Input) (f found) {
		for p := range slice.Each(in.Pods) {
			if running(p) && p.Node != "" && !p.Mirror && (p.Owner.Kind == "" || !p.Owner.Controller) {
				f.add(named("v1", "Pod", p.Namespace, p.Name, rule.Risky, "the pod has no controller: it is lost when its node %s is drained", p.Node))
			}
		}
		return f
	}}
}
