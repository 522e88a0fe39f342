package check

import (
	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
)

func checkWorkloadUnready(in preflight.Input) (f found) {
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
}
