package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

func workloadUnready() definition {
	return definition{perWorkload: true, Check: preflight.Check{
		ID: "workload-unready", Title: "Workloads that are not ready before the upgrade", Severity: rule.Info, Phase: preflight.Either, Required: false, Since: "0.3.0",
		Doc: "Workloads without a ready pod do not work before the upgrade; the list helps to find out afterwards what the upgrade broke. In kube-system they are " +
			"risky.",
		Migration: "Repair the workload before the upgrade, or keep the list.",
		Needs:     []evidence.Resource{evidence.Deployments, evidence.StatefulSets, evidence.DaemonSets},
	}, check: func(in preflight.Input) (f found) {
		for _, w := range in.Workloads {
			if w.Replicas <= 0 || w.Ready > 0 || controlled(w.Object) {
				continue
			}
			severity := rule.Info
			if w.Namespace == "kube-system" {
				severity = rule.Risky
			}
			f.add(about(w.Object, severity, "none of its %d desired pods is ready", w.Replicas))
		}
		return f
	}}
}
