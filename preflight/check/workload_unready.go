package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func workloadUnready() definition {
	return definition{Check: preflight.Check{
		ID: "workload-unready", Title: "What is not ready before the upgrade", Severity: rule.Info, Phase: preflight.Either, Required: false, Since: "0.3.0",
		Doc: "Workloads none of whose pods is ready were broken before the upgrade; knowing them tells afterwards what the upgrade broke. In kube-system that " +
			"is risky.",
		Remedy: "Mend it before, or remember it for after.",
		Needs:  []evidence.Resource{evidence.Deployments, evidence.StatefulSets, evidence.DaemonSets},
	}, judge: func(in preflight.Input) (f found) {
		for i := range in.Workloads {
			w := &in.Workloads[i]
			if w.Replicas <= 0 || w.Ready > 0 || controlled(w.Object) {
				continue
			}
			severity := rule.Info
			if w.Namespace == "kube-system" {
				severity = rule.Risky
			}
			f.add(about(w.Object, severity, "none of the %d pods that it should have is ready", w.Replicas))
		}
		return f
	}}
}
